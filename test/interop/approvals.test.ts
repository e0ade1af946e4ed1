import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMembers } from "../../packages/toolshed/src/account/members.ts";
import { createApprovalRules } from "../../packages/toolshed/src/approval/approval-rules.ts";
import { createApprovals } from "../../packages/toolshed/src/approval/approvals.ts";
import { cancelApprovalsOfRole } from "../../packages/toolshed/src/approval/cancel-approvals.ts";
import { createWaitingFeed } from "../../packages/toolshed/src/approval/waiting-feed.ts";
import { createEndpoints } from "../../packages/toolshed/src/endpoint/endpoints.ts";
import { createGrants } from "../../packages/toolshed/src/endpoint/grants.ts";
import type { Caller } from "../../packages/toolshed/src/policy/caller.ts";
import { createRoles } from "../../packages/toolshed/src/policy/roles.ts";
import { everything } from "../../packages/toolshed/src/policy/scope.ts";
import { createCallRecord } from "../../packages/toolshed/src/record/call-record.ts";
import { createDecideApproval } from "../../packages/toolshed/src/run/journal/decide-approval.ts";
import { createRunJournal } from "../../packages/toolshed/src/run/journal/run-journal.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import { ann as caller } from "../fixtures/caller.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const anyone = { userId: null, role: null, via: null, endpointId: null };

describe("on SQLite", () => contract(() => openSqliteStore(join(temporaryFolder(), "test.db"))));

describe.skipIf(!postgresBin)("on PostgreSQL", () => {
  contract(async () => openPostgresStore(await createDatabase()));

  test("what begins to wait on one gateway is told on another, and a rule of the one holds on the other", async () => {
    const place = await createDatabase();
    const [one, other] = [await openPostgresStore(place), await openPostgresStore(place)];
    onTestFinished(async () => {
      await Promise.all([one.close(), other.close()]);
    });
    const ending = new AbortController();
    let told: number | undefined;
    const feed = createWaitingFeed(createApprovals(other), other.events);
    const following = (async () => {
      for await (const count of feed.follow(["ann"], ending.signal)) told = count ?? told;
    })();
    await expect.poll(() => told).toBe(0);
    await createApprovals(one).request({ caller, path: "a.b", args: {}, connection: null });
    await expect.poll(() => told).toBe(1);
    ending.abort();
    await following;

    const [rules, otherRules] = [createApprovalRules(one), createApprovalRules(other)];
    expect(await otherRules.verdict(caller, "a.b")).toBeUndefined();
    await rules.set({ ...anyone, pattern: "a.b", effect: "deny" });
    await other.events.catchUp();
    expect(await otherRules.verdict(caller, "a.b")).toBe("deny");
  });
});

function contract(open: () => Promise<Store>): void {
  async function openStore(): Promise<Store> {
    const store = await open();
    onTestFinished(() => store.close());
    return store;
  }

  test("of the rules that fit a call, one that denies holds, then the longest pattern, then the stricter", async () => {
    const rules = createApprovalRules(await openStore());
    const verdict = (path: string, who: Partial<Caller> = {}) => rules.verdict({ ...caller, ...who }, path);
    expect(await verdict("a.b.c")).toBeUndefined();
    await rules.set({ ...anyone, pattern: "a.**", effect: "ask" });
    await rules.set({ ...anyone, pattern: "a.b.c", effect: "allow" });
    expect([await verdict("a.b.c"), await verdict("a.b.d"), await verdict("b.c")]).toEqual([
      "allow",
      "ask",
      undefined,
    ]);
    await rules.set({ ...anyone, role: "member", pattern: "a.b.c", effect: "ask" });
    expect([await verdict("a.b.c"), await verdict("a.b.c", { role: "admin" })]).toEqual(["ask", "allow"]);
    await rules.set({ ...anyone, via: "laptop", pattern: "*", effect: "deny" });
    expect([await verdict("a.b.c"), await verdict("a.b.c", { via: "phone" })]).toEqual(["deny", "ask"]);
    expect((await rules.list()).map(({ pattern, effect }) => `${effect} ${pattern}`)).toEqual([
      "deny *",
      "ask a.b.c",
      "allow a.b.c",
      "ask a.**",
    ]);
  });

  test("there is one rule for the same calls; it can be changed and removed", async () => {
    const rules = createApprovalRules(await openStore());
    const terms = { userId: "ann", role: null, via: "laptop", endpointId: null, pattern: "a.b" };
    await rules.set({ ...terms, effect: "ask" });
    const { id } = await rules.set({ ...terms, effect: "allow" });
    await rules.set({ ...terms, userId: null, effect: "ask" });
    expect(await rules.list()).toMatchObject([{ effect: "ask" }, { id, ...terms, effect: "allow" }]);

    const changed = { role: "member", via: null, endpointId: null, pattern: "a.*", effect: "deny" } as const;
    expect(await rules.change(id, changed)).toBe(true);
    expect(await rules.change("made-up", changed)).toBe(false);
    expect((await rules.list())[0]).toMatchObject({ id, userId: "ann", ...changed });
    expect([await rules.remove(id), await rules.remove(id)]).toEqual([true, false]);
    expect(await rules.list()).toHaveLength(1);
  });

  test("the answer to a tool's question is bound to the run, the call, and the words of the question", async () => {
    const approvals = createApprovals(await openStore());
    const asks = { message: "Which?", schema: { type: "object", properties: { a: {} } }, ordinal: 0 };
    const connection = null;
    const question = { caller, path: "a.b", args: { x: 1 }, connection, run: { id: "r", call: 1 }, asks };
    const made = await approvals.request(question);
    expect(made).toMatchObject({ state: "waiting", question: { message: "Which?" }, answer: null });
    expect(await approvals.waiting(["ann"])).toEqual([made]);
    expect([await approvals.countWaiting(["ann", "team"]), await approvals.countWaiting(["bob"])]).toEqual([
      1, 0,
    ]);
    expect(await approvals.decide(made, true, { answer: { a: "yes" } })).toBe(true);
    expect(await approvals.decide(made, true, { answer: { a: "no" } })).toBe(false);
    expect(await approvals.findFor(question)).toMatchObject({ state: "approved", answer: { a: "yes" } });
    for (const other of [
      { ...question, caller: { ...caller, userId: "bob" } },
      { ...question, args: { x: 2 } },
      { ...question, run: { id: "r", call: 2 } },
      { ...question, asks: { ...asks, message: "Which one?" } },
      { ...question, asks: { ...asks, ordinal: 1 } },
      { ...question, connection: "work" },
      { caller, path: "a.b", args: { x: 1 }, connection, run: { id: "r", call: 1 } },
    ])
      expect(await approvals.findFor(other)).toBeUndefined();
  });

  test("a follower of waiting calls gets their own immediately and on each change", async () => {
    const store = await openStore();
    const approvals = createApprovals(store);
    const ending = new AbortController();
    const counts: (number | undefined)[] = [];
    const following = (async () => {
      const feed = createWaitingFeed(approvals, store.events);
      for await (const count of feed.follow(["ann"], ending.signal)) counts.push(count);
    })();
    await expect.poll(() => counts).toEqual([0]);
    const asked = await approvals.request({ caller, path: "a.b", args: {}, connection: null });
    await expect.poll(() => counts).toEqual([0, 1]);
    await approvals.request({
      caller: { ...caller, userId: "bob" },
      path: "a.b",
      args: {},
      connection: null,
    });
    await approvals.decide(asked, false);
    await expect.poll(() => counts).toEqual([0, 1, 0]);
    ending.abort();
    await following;
  });

  test("history has who decided, what nobody decided in time, and what a run left behind", async () => {
    const store = await openStore();
    const approvals = createApprovals(store);
    const now = new Date().toISOString();
    const user = {
      id: "ann",
      name: "Ann",
      email: "ann@example.com",
      role: "member",
      createdAt: now,
      updatedAt: now,
    };
    const emailVerified = store.dialect === "sqlite" ? 1 : true;
    await store.db
      .insertInto("user")
      .values({ ...user, emailVerified })
      .execute();
    const ask = (path: string, run?: { id: string; call: number }) =>
      approvals.request({ caller, path, args: {}, connection: null, ...(run && { run }) });
    const decided = await ask("a.decided");
    await approvals.decide(decided, true, { by: "ann" });
    await ask("a.in-run", { id: "r", call: 1 });
    await approvals.forgetRuns(["r"]);
    const old = await ask("a.old");
    const young = await ask("a.young");
    const eightDaysAgo = Date.now() - 8 * 24 * 60 * 60 * 1000;
    await store.db
      .updateTable("approval")
      .set({ created_at: eightDaysAgo })
      .where("id", "=", old.id)
      .execute();
    await approvals.expire();

    expect((await approvals.waiting(["ann"])).map(({ id }) => id)).toEqual([young.id]);
    const history = await approvals.decided(["ann"], { limit: 10 });
    expect(history.map(({ path, state, note, decidedBy }) => [path, state, note, decidedBy])).toEqual(
      expect.arrayContaining([
        ["a.decided", "approved", null, "Ann"],
        ["a.in-run", "cancelled", "The run ended before a person decided.", null],
        ["a.old", "cancelled", "It expired after 7 days.", null],
      ]),
    );
    expect(history).toHaveLength(3);
    expect(await approvals.decided(["bob"], { limit: 10 })).toEqual([]);
    const first = history.at(-1)?.decidedAt ?? 0;
    expect(await approvals.decided(["ann"], { limit: 10, before: first })).toEqual([]);
    await approvals.prune(7);
    expect((await approvals.decided(["ann"], { limit: 10 })).map(({ path }) => path)).not.toContain("a.old");
  });

  /** Ann has an endpoint, through which a call of `a.b` waits and another one is approved. */
  async function waitingCall(store: Store) {
    const now = new Date().toISOString();
    await store.db
      .insertInto("user")
      .values({
        id: "ann",
        name: "Ann",
        email: "ann@example.com",
        emailVerified: store.dialect === "sqlite" ? 1 : true,
        role: "reader",
        createdAt: now,
        updatedAt: now,
      })
      .execute();
    const roles = createRoles(store, cancelApprovalsOfRole);
    await roles.set("reader", ["a.**"]);
    const endpoints = createEndpoints(store);
    const { endpoint } = await endpoints.create({ userId: "ann", name: "laptop", approval: "ask" });
    const approvals = createApprovals(store);
    const question = {
      caller: { ...caller, role: "reader", endpointId: endpoint.id },
      path: "a.b",
      args: {},
      connection: null,
    };
    const waiting = await approvals.request(question);
    const approvedQuestion = { ...question, args: { approved: true } };
    const approved = await approvals.request(approvedQuestion);
    await approvals.decide(approved, true);
    return { roles, endpoints, endpoint, approvals, question, waiting, approved, approvedQuestion };
  }
  type Scene = Awaited<ReturnType<typeof waitingCall>>;

  const endings: [name: string, reason: string, end: (store: Store, scene: Scene) => Promise<unknown>][] = [
    [
      "its endpoint is revoked",
      "The endpoint was revoked.",
      (_, { endpoints, endpoint }) => endpoints.revoke("ann", endpoint.id),
    ],
    [
      "the member gets another role",
      "The member's role was changed.",
      async (store) => {
        const members = createMembers(store);
        const ann = await members.find("ann");
        return ann && members.setRole(ann, "member");
      },
    ],
    [
      "the member is removed",
      "The member was removed.",
      async (store) => {
        const members = createMembers(store);
        const ann = await members.find("ann");
        return ann && members.remove(ann);
      },
    ],
    [
      "the role no longer allows it",
      "The role no longer allows this call.",
      (_, { roles }) => roles.set("reader", ["b.**"]),
    ],
  ];
  test.each(endings)("a call that waits is cancelled when %s", async (_name, reason, end) => {
    const store = await openStore();
    const scene = await waitingCall(store);
    const { approvals, question, waiting, approved, approvedQuestion } = scene;
    const record = createCallRecord(store);
    const recorded = {
      at: 1,
      userId: "ann",
      via: "laptop",
      client: "c",
      path: "a.b",
      outcome: "waiting",
      durationMs: 1,
      resultBytes: 0,
      arguments: "{}",
      connection: null,
    };
    for (const approvalId of [waiting.id, "another"]) await record.append({ ...recorded, approvalId });
    await end(store, scene);
    expect((await record.list({}, { limit: 10 })).calls).toMatchObject([
      { outcome: "waiting", note: null },
      { outcome: "denied", note: reason },
    ]);
    for (const { id } of [waiting, approved])
      expect(await approvals.find(id)).toMatchObject({ state: "cancelled", note: reason });
    expect(await approvals.waiting(["ann"])).toEqual([]);
    expect(await approvals.decide(waiting, true)).toBe(false);
    expect([await approvals.take(question), await approvals.take(approvedQuestion)]).toEqual([false, false]);
  });

  test("a call that waits is cancelled when the terms of an app's access change, and not when they are confirmed", async () => {
    const store = await openStore();
    await waitingCall(store);
    const now = store.dialect === "sqlite" ? new Date().toISOString() : new Date();
    const client = { id: "c", clientId: "app", redirectUris: "[]", createdAt: now, updatedAt: now };
    await store.db
      .insertInto("oauthClient")
      .values(client as never)
      .execute();
    const grants = createGrants(store);
    const grant = {
      userId: "ann",
      clientId: "app",
      name: "App",
      scope: everything,
      approval: "ask",
    } as const;
    await grants.save(grant);
    const found = (await createEndpoints(store).list("ann", { limit: 100 })).find(
      ({ kind }) => kind === "grant",
    );
    const approvals = createApprovals(store);
    const byApp = { ...caller, via: "App", endpointId: found?.id as string };
    const { id } = await approvals.request({ caller: byApp, path: "a.b", args: {}, connection: null });
    await grants.save({ ...grant, name: "App 2" });
    expect(await approvals.find(id)).toMatchObject({ state: "waiting" });
    await grants.save({ ...grant, scope: { readOnly: true } });
    expect(await approvals.find(id)).toMatchObject({
      state: "cancelled",
      note: "The app's access was changed.",
    });
  });

  test("a change that leaves the call allowed leaves its approval", async () => {
    const { roles, approvals, waiting } = await waitingCall(await openStore());
    await roles.set("reader", ["a.b"]);
    expect(await approvals.find(waiting.id)).toMatchObject({ state: "waiting" });
  });

  test("what was always allowed to an endpoint is allowed to no later endpoint of its name", async () => {
    const store = await openStore();
    const { endpoints, endpoint, approvals, waiting } = await waitingCall(store);
    const rules = createApprovalRules(store);
    const journal = createRunJournal(store, () => "");
    const decide = createDecideApproval({ approvals, rules, journal });
    const byEndpoint = (endpointId: string) => rules.verdict({ ...caller, endpointId }, "a.b");
    await decide(waiting, { isApproved: true, reach: "always" });
    const { endpoint: namesake } = await endpoints.create({ userId: "ann", name: "laptop" });
    expect([await byEndpoint(endpoint.id), await byEndpoint(namesake.id)]).toEqual(["allow", undefined]);

    await endpoints.revoke("ann", endpoint.id);
    const { endpoint: next } = await endpoints.create({ userId: "ann", name: "laptop" });
    expect([await byEndpoint(next.id), await rules.list()]).toEqual([undefined, []]);
  });

  test("a rule for a name that no endpoint had can restrict an endpoint of that name, and allow it nothing", async () => {
    const rules = createApprovalRules(await openStore());
    const byEndpoint = (path: string) => rules.verdict({ ...caller, endpointId: "1" }, path);
    await rules.set({ ...anyone, via: "laptop", pattern: "a.b", effect: "allow" });
    await rules.set({ ...anyone, via: "laptop", pattern: "a.c", effect: "ask" });
    expect([await byEndpoint("a.b"), await byEndpoint("a.c")]).toEqual([undefined, "ask"]);
  });

  test("an approval serves the endpoint it was asked through, and no other of that name", async () => {
    const { endpoints, approvals, approvedQuestion } = await waitingCall(await openStore());
    const { endpoint: other } = await endpoints.create({ userId: "ann", name: "laptop" });
    const byOther = { ...approvedQuestion, caller: { ...approvedQuestion.caller, endpointId: other.id } };
    expect([await approvals.take(byOther), await approvals.take(approvedQuestion)]).toEqual([false, true]);
  });

  test("what a call asks after its endpoint was revoked cannot be approved", async () => {
    const { endpoints, endpoint, approvals, question } = await waitingCall(await openStore());
    await endpoints.revoke("ann", endpoint.id);
    const late = await approvals.request(question);
    expect(await approvals.decide(late, true)).toBe(false);
  });
}

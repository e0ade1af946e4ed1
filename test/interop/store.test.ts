import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createAccounts } from "../../packages/toolshed/src/account/accounts.ts";
import { createAuthorizationServer } from "../../packages/toolshed/src/account/oauth/authorization-server.ts";
import { createDocumentSupport } from "../../packages/toolshed/src/account/oauth/document-support.ts";
import { oauthProvider } from "../../packages/toolshed/src/account/oauth/oauth-provider.ts";
import { createSourceRecords } from "../../packages/toolshed/src/catalog/source-records.ts";
import { createConnections, team } from "../../packages/toolshed/src/credential/connections.ts";
import { createCredentials } from "../../packages/toolshed/src/credential/credentials.ts";
import { openVault } from "../../packages/toolshed/src/credential/vault.ts";
import { createEndpoints, type ListedEndpoint } from "../../packages/toolshed/src/endpoint/endpoints.ts";
import { createGrants } from "../../packages/toolshed/src/endpoint/grants.ts";
import { hashToken } from "../../packages/toolshed/src/endpoint/token.ts";
import { createLog } from "../../packages/toolshed/src/log/log.ts";
import { createCallFeed, matches } from "../../packages/toolshed/src/record/call-feed.ts";
import type { EndpointFilter } from "../../packages/toolshed/src/record/call-record.ts";
import { createCallRecord } from "../../packages/toolshed/src/record/call-record.ts";
import { createPluginData } from "../../packages/toolshed/src/store/plugin-data.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import { createRateLimit } from "../../packages/toolshed/src/store/rate-limit.ts";
import { remember } from "../../packages/toolshed/src/store/remember.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import { accountDate } from "../../packages/toolshed/src/store/store.ts";
import { createStoreProblem } from "../../packages/toolshed/src/store/store-problem.ts";
import { createViewStates, maxStates } from "../../packages/toolshed/src/view/view-state.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const log = createLog(() => {});

test("a full disk is noticed by the write that finds no room, until there is room again", async () => {
  const store = await openSqliteStore(join(temporaryFolder(), "test.db"));
  onTestFinished(() => store.close());
  const problem = createStoreProblem(store);
  expect(await problem()).toBeUndefined();
  const limitPages = (count: number) =>
    store.write([{ sql: `PRAGMA max_page_count = ${count}`, parameters: [] } as never]);
  await limitPages(1);
  const record = createCallRecord(store);
  const entry = { at: 1, userId: "ann", via: "a", client: "c", path: "a.b", outcome: "ok" };
  const large = { ...entry, durationMs: 1, resultBytes: 2, arguments: "x".repeat(100_000), connection: null };
  await expect(record.append(large)).rejects.toThrow("full");
  expect(await problem()).toBe("disk full");
  await limitPages(1_000_000);
  await expect.poll(problem).toBeUndefined();
  await record.append(large);
});

describe("SQLite", () => storeContract(async () => join(temporaryFolder(), "test.db"), openSqliteStore));

describe.skipIf(!postgresBin)("PostgreSQL", () => {
  storeContract(() => createDatabase({ empty: true }), openPostgresStore);
});

/** What every store does, whatever the engine. */
function storeContract(createPlace: () => Promise<string>, open: (place: string) => Promise<Store>): void {
  async function openStore(place: string): Promise<Store> {
    const store = await open(place);
    onTestFinished(() => store.close());
    return store;
  }
  const accountsOf = (store: Store) =>
    createAccounts(store, "http://127.0.0.1:7420", "a secret of enough characters for tests");

  test("keeps its owner, endpoints and plugin data when opened again", async () => {
    const place = await createPlace();
    const first = await openStore(place);
    const { owner } = await accountsOf(first);
    const { endpoint, token } = await createEndpoints(first).create({ userId: owner.id, name: "laptop" });
    await createPluginData(first, log)("samples", owner.id).set("a", { kept: true });

    const second = await openStore(place);
    expect((await accountsOf(second)).owner).toEqual(owner);
    expect(await createEndpoints(second).findByToken(token)).toEqual(endpoint);
    expect(await createPluginData(second, log)("samples", owner.id).get("a")).toEqual({ kept: true });
  });

  test("keeps the states of Views apart, by user, source, View, showing and key", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    await store.db
      .insertInto("user")
      .values({
        ...(await store.db.selectFrom("user").selectAll().executeTakeFirstOrThrow()),
        id: "bob",
        email: "b@b",
      })
      .execute();
    let now = 1e12;
    const states = createViewStates(store, () => now);
    const showing = { id: "one", path: "notes.board", uri: "ui://notes/board" };
    const ann = { userId: owner.id, source: "notes", showing };
    const others = [
      { ...ann, userId: "bob" },
      { ...ann, source: "tasks" },
      { ...ann, showing: { ...showing, uri: "ui://notes/chart" } },
    ];
    expect(await states.read(ann, {})).toEqual({ version: 0 });
    expect(await states.write(ann, { state: { open: 1 } })).toEqual({ version: 1 });
    expect(await states.write(ann, { state: { open: 2 } })).toEqual({ version: 2 });
    expect(await states.write(ann, { key: "size", state: null })).toEqual({ version: 1 });
    expect(await states.read(ann, {})).toEqual({ state: { open: 2 }, version: 2 });
    for (const other of others) {
      expect(await states.read(other, {})).toEqual({ version: 0 });
      expect(await states.read(other, { key: "size" })).toEqual({ version: 0 });
    }
    const later = { ...ann, showing: { ...showing, id: "two" } };
    expect(await states.read(later, {})).toEqual({ version: 0 });
    expect(await states.read(later, { key: "size" })).toEqual({ state: null, version: 1 });
    // Another account, and another endpoint of the team, are someone else.
    const account = { ...later, showing: { ...later.showing, connection: "work" } };
    for (const other of [account, { ...later, endpointId: "e1" }])
      expect(await states.read(other, { key: "size" })).toEqual({ version: 0 });

    const largest = "é".repeat((64 * 1024 - 2) / 2);
    await states.write(later, { state: largest });
    await expect(states.write(later, { state: `${largest}x` })).rejects.toThrow("up to 64 KB");
    await expect(states.write(later, {})).rejects.toThrow("state is missing");
    for (const key of ["", 1, "x".repeat(201)])
      await expect(states.write(later, { key, state: 1 })).rejects.toThrow("1 to 200 characters");

    // The oldest make room, and only those of the same user and source.
    for (const other of others) await states.write(other, { state: 1 });
    for (let count = 0; count < maxStates - 1; count += 1) {
      now += 1;
      await states.write(ann, { key: `\u0000${count}`, state: count });
    }
    expect(await states.read(ann, { key: "size" })).toEqual({ version: 0 });
    expect(await states.read(ann, { key: "\u00000" })).toEqual({ state: 0, version: 1 });
    for (const other of others.slice(0, 2))
      expect(await states.read(other, {})).toEqual({ state: 1, version: 1 });

    now += 3 * 24 * 60 * 60 * 1000;
    await states.prune();
    expect(await states.read(others[0] as typeof ann, {})).toEqual({ version: 0 });
    expect(await states.read(ann, { key: "\u00000" })).toEqual({ state: 0, version: 1 });
    now += 178 * 24 * 60 * 60 * 1000;
    await states.prune();
    expect(await states.read(ann, { key: "\u00000" })).toEqual({ version: 0 });

    // A later source with the same id must not read what the Views of this one have stored.
    await states.write(ann, { key: "size", state: 1 });
    await createSourceRecords(store, await openVault(store, "a secret of enough characters")).remove(
      ann.source,
    );
    expect(await states.read(ann, { key: "size" })).toEqual({ version: 0 });
  });

  test("knows no other token, and stores none", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const endpoints = createEndpoints(store);
    const { token } = await endpoints.create({ userId: owner.id, name: "laptop" });
    const last = token.endsWith("x") ? "y" : "x";
    expect(await endpoints.findByToken(token.slice(0, -1) + last)).toBeUndefined();
    const rows = await store.db.selectFrom("endpoint_token").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 20));
    expect(rows[0]?.created_at).toBeTypeOf("number");
  });

  test("pages of endpoints have each endpoint once, while others are added and removed", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const endpoints = createEndpoints(store);
    const made: string[] = [];
    const add = async (name: string) => {
      const { endpoint } = await endpoints.create({ userId: owner.id, name, expiresAt: 2e12 });
      made.push(endpoint.id);
      await endpoints.rotate(owner.id, endpoint.id, 1e12);
    };
    for (let count = 0; count < 25; count += 1) await add(`endpoint ${count}`);
    await endpoints.create({ userId: team, name: "of the team" });
    // Several of the same moment, across the end of a page.
    await store.db
      .updateTable("endpoint")
      .set({ created_at: 1 })
      .where("id", "in", made.slice(0, 8))
      .execute();

    const seen: ListedEndpoint[] = [];
    for (let round = 0; ; round += 1) {
      const page = await endpoints.list(owner.id, { limit: 5, after: seen.at(-1) });
      expect(page.length).toBeLessThanOrEqual(5);
      if (page.length === 0) break;
      seen.push(...page);
      const last = page.at(-1)?.id as string;
      // The one that the next page begins after, and one that was not reached yet.
      if (round === 1) await endpoints.revoke(owner.id, last);
      if (round === 1) await endpoints.revoke(owner.id, made[24] as string);
      if (round === 2) await add("added meanwhile");
    }
    expect(seen.map(({ id }) => id).sort()).toEqual(made.filter((_, index) => index !== 24).sort());
    // One of the two tokens of each never ends.
    expect(new Set(seen.map(({ expiresAt }) => expiresAt))).toEqual(new Set([null]));
  });

  test("an endpoint keeps its scope, rotates with an overlap, expires, and is revoked immediately", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const endpoints = createEndpoints(store);
    const scope = { readOnly: true, allow: ["samples.**"] };
    const { endpoint, token } = await endpoints.create({
      userId: owner.id,
      name: "a",
      scope,
      approval: "ask",
      connections: { "the-service": "work" },
    });
    expect(await endpoints.findByToken(token)).toEqual(endpoint);
    expect(await endpoints.list(owner.id, { limit: 100 })).toEqual([
      {
        ...endpoint,
        scope,
        approval: "ask",
        connections: { "the-service": "work" },
        expiresAt: null,
        owner: "person",
        createdBy: "Owner",
        lastUsedAt: null,
      },
    ]);

    const second = (await endpoints.rotate(owner.id, endpoint.id, 60_000)) ?? "";
    expect([await endpoints.findByToken(token), await endpoints.findByToken(second)]).toEqual([
      endpoint,
      endpoint,
    ]);
    const third = (await endpoints.rotate(owner.id, endpoint.id, 0)) ?? "";
    expect(await endpoints.findByToken(token)).toBeUndefined();
    expect(await endpoints.findByToken(second)).toBeUndefined();

    expect(await endpoints.rotate("another-user", endpoint.id, 0)).toBeUndefined();
    expect(await endpoints.revoke("another-user", endpoint.id)).toBe(false);
    expect(await endpoints.findByToken(third)).toEqual(endpoint);
    expect(await endpoints.revoke(owner.id, endpoint.id)).toBe(true);
    expect(await endpoints.findByToken(third)).toBeUndefined();

    const past = await endpoints.create({ userId: owner.id, name: "b", expiresAt: Date.now() - 1 });
    expect(await endpoints.findByToken(past.token)).toBeUndefined();
  });

  test("a grant opens with its tokens, is pruned with the last of them, and its client in time", async () => {
    const store = await openStore(await createPlace());
    const origin = "http://127.0.0.1:7420";
    const secret = "a secret of enough characters for tests";
    const audience = `${origin}/api/mcp`;
    const documentSupport = createDocumentSupport({}, async () => true);
    const plugin = oauthProvider({
      resources: [audience],
      vault: await openVault(store, secret),
      fetchDocument: async () => ({ problem: "refused", cause: "content", reason: "none is expected" }),
      documentSupport,
      log,
    });
    const accounts = await createAccounts(store, origin, secret, async () => [plugin]);
    const grants = createGrants(store);
    const server = createAuthorizationServer({
      accounts,
      grants,
      documentSupport,
      origin,
      withLock: store.withLock,
    });
    const endpoints = createEndpoints(store, [audience]);
    const userId = accounts.owner.id;

    const registered = await server.register({
      client_name: "App",
      redirect_uris: ["https://app.example/callback"],
      token_endpoint_auth_method: "none",
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    const terms = { scope: { readOnly: true, allow: ["samples.**"] }, approval: "ask" as const };
    await grants.save({ userId, clientId, name: "App", ...terms });
    expect(await grants.find(userId, clientId)).toEqual(terms);

    const hourMs = 60 * 60 * 1000;
    const addToken = (token: string, resource: string, expiresAt: number) =>
      store.db
        .insertInto("oauthAccessToken")
        .values({
          ...({ id: token, scopes: "[]", createdAt: accountDate(store, Date.now()) } as object),
          token: hashToken(token),
          clientId,
          userId,
          resources: JSON.stringify([resource]),
          expiresAt: accountDate(store, expiresAt),
          revoked: null,
        })
        .execute();
    const end = Math.floor(Date.now() / 1000) * 1000 + hourMs;
    await addToken("ours", audience, end);
    await addToken("another's", "https://other.example/api/mcp", end);
    await addToken("old", audience, Date.now() - hourMs);
    expect(await endpoints.findByToken("ours")).toMatchObject({ kind: "grant", name: "App", ...terms });
    expect(await endpoints.findByToken("another's")).toBeUndefined();
    expect(await endpoints.findByToken("old")).toBeUndefined();
    expect(await endpoints.list(userId, { limit: 100 })).toMatchObject([
      { kind: "grant", clientId, expiresAt: end },
    ]);

    // What one process deletes, another forgets when it is told.
    await store.db.deleteFrom("oauthAccessToken").where("token", "=", hashToken("ours")).execute();
    await store.events.publish("endpoints");
    expect(await endpoints.findByToken("ours")).toBeUndefined();

    const clients = () => store.db.selectFrom("oauthClient").select("clientId").execute();
    const age = (days: number) => accountDate(store, Date.now() - days * 24 * hourMs);
    const setDates = (createdAt: number, updatedAt: number) =>
      store.db
        .updateTable("oauthClient")
        .set({ createdAt: age(createdAt), updatedAt: age(updatedAt) })
        .execute();
    await setDates(200, 200);
    await grants.prune();
    expect(await endpoints.list(userId, { limit: 100 })).toHaveLength(1);
    await store.db.deleteFrom("oauthAccessToken").execute();
    await store.db
      .updateTable("endpoint")
      .set({ created_at: Date.now() - 48 * hourMs })
      .execute();
    await setDates(200, 10);
    await grants.prune();
    expect(await endpoints.list(userId, { limit: 100 })).toEqual([]);
    expect(await clients()).toHaveLength(1);
    await setDates(200, 100);
    await grants.prune();
    expect(await clients()).toEqual([]);

    expect([await grants.answerOnce("signed"), await grants.answerOnce("signed")]).toEqual([true, false]);
  });

  test("credentials are sealed for their place, resolved in order, and outlive their secret", async () => {
    const store = await openStore(await createPlace());
    const [first, second] = ["a first secret of enough characters", "a second secret of enough characters"];
    const vault = await openVault(store, first);
    const connections = createConnections(store, vault);
    const environment: Record<string, string> = {};
    const credentials = createCredentials({ ...store, connections, environment, origin: "http://gateway" });
    const token = () => credentials.resolveToken("ann", "the-service");
    const isConnected = async () => (await credentials.connectedTo("ann")).has("the-service");
    const grant = { accessToken: "granted", tokenUrl: "http://127.0.0.1:1/token", clientId: "c" };

    await expect(token()).rejects.toThrow(
      'No credentials for "the-service". Connect it in the Toolshed dashboard.',
    );
    expect(await isConnected()).toBe(false);
    environment.THE_SERVICE_API_KEY = "from the environment";
    expect([await token(), await isConnected()]).toEqual(["from the environment", true]);
    await credentials.saveTokens(team, "the-service", { ...grant, accessToken: "team grant" });
    expect(await token()).toBe("team grant");
    await credentials.saveKey(team, "the-service", "team key");
    expect(await token()).toBe("team key");
    await credentials.saveTokens("ann", "the-service", grant);
    expect(await token()).toBe("granted");
    await credentials.saveKey("ann", "the-service", "ann's key");
    expect(await token()).toBe("ann's key");
    expect(await credentials.resolveToken("bob", "the-service")).toBe("team key");
    expect((await credentials.list("ann")).map(({ lastFour }) => lastFour).sort()).toEqual([
      " key",
      " key",
      "nted",
      "rant",
    ]);

    const rows = await store.db.selectFrom("connection").selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/ann's k|granted/);
    const [moved, target] = [
      rows.find((row) => row.owner_id === "ann" && row.kind === "key"),
      rows.find((row) => row.owner_id === team && row.kind === "key"),
    ];
    await store.db
      .updateTable("connection")
      .set({ sealed: moved?.sealed ?? "" })
      .where("owner_id", "=", target?.owner_id ?? "")
      .where("kind", "=", "key")
      .execute();
    await expect(credentials.resolveToken("bob", "the-service")).rejects.toThrow();

    await vault.rewrap(second);
    const reopened = createCredentials({
      ...store,
      connections: createConnections(store, await openVault(store, second)),
      environment: {},
      origin: "http://gateway",
    });
    expect(await reopened.resolveToken("ann", "the-service")).toBe("ann's key");
    await expect(openVault(store, first)).rejects.toThrow("sealed with another secret");
    await openVault(store, first, second);
    await openVault(store, first);
  });

  test("several connections of one provider: the first is the default, then the one made so, then the oldest", async () => {
    const store = await openStore(await createPlace());
    const vault = await openVault(store, "a secret of enough characters");
    const credentials = createCredentials({
      ...store,
      connections: createConnections(store, vault),
      environment: {},
      origin: "http://gateway",
    });
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const save = (owner: string, name?: string) => {
      // The clock says which is the oldest.
      clock.mockReturnValue(Date.now() + 1);
      return credentials.saveKey(owner, "mail", `${owner} ${name}`, name);
    };
    const token = (name?: string) => credentials.resolveToken("ann", "mail", name);
    const names = async () => (await credentials.connectedTo("ann")).names("mail");

    expect(await save("ann", "work")).toBe("work");
    await save("ann", "home");
    await save("ann", "club");
    await save(team, "work");
    await save(team, "shared");
    expect([await token(), await names()]).toEqual(["ann work", ["work", "home", "club", "shared"]]);
    expect([await token("home"), await token("shared")]).toEqual(["ann home", "team shared"]);
    await expect(token("hoem")).rejects.toThrow(
      'There is no connection "hoem" of "mail". There is: work, home, club, shared.',
    );

    // Without a name the default is meant, whatever it is called.
    expect(await save("ann")).toBe("work");
    expect([await token(), (await names())[0]]).toEqual(["ann undefined", "work"]);
    expect(await credentials.makeDefault("ann", "mail", "club")).toBe(true);
    expect(await credentials.makeDefault("ann", "mail", "other")).toBe(false);
    expect([await token(), await names()]).toEqual(["ann club", ["club", "home", "work", "shared"]]);
    expect(await credentials.remove("ann", "mail", "other")).toBe(false);
    expect(await credentials.remove("ann", "mail")).toBe(true);
    expect([await token(), await names()]).toEqual(["ann home", ["home", "work", "shared"]]);
    for (const name of ["home", "work"]) await credentials.remove("ann", "mail", name);
    expect([await token(), await token("work")]).toEqual(["team work", "team work"]);

    const rows = await store.db.selectFrom("connection").select(["name", "sealed"]).execute();
    const [one, other] = [rows[0]?.sealed ?? "", rows[1]?.name ?? ""];
    await store.db.updateTable("connection").set({ sealed: one }).where("name", "=", other).execute();
    await expect(token(other)).rejects.toThrow();
  });

  test("the record lists a user's calls, newest first, and forgets old ones", async () => {
    const store = await openStore(await createPlace());
    const record = createCallRecord(store);
    const entry = {
      userId: "ann",
      via: "a",
      client: "c",
      path: "a.b",
      outcome: "ok",
      durationMs: 1,
      resultBytes: 2,
      arguments: "{}",
      connection: "work",
    };
    const day = 24 * 60 * 60 * 1000;
    const now = Date.now();
    for (const at of [now - 40 * day, now - day, now]) await record.append({ ...entry, at });
    await record.append({ ...entry, userId: "bob", at: now });
    await record.prune(30);
    const { calls } = await record.list({ userId: "ann" }, { limit: 10 });
    const unknown = { endpointId: null, note: null, traceId: null, runId: null, error: null, timings: null };
    const listed = { ...entry, ...unknown, id: expect.any(Number), isMasked: false, hasResult: false };
    expect(calls).toEqual([
      { ...listed, at: now },
      { ...listed, at: now - day },
    ]);
    expect(await record.list({ userId: "ann" }, { limit: 10, before: calls[0]?.id })).toEqual({
      calls: [calls[1]],
      next: null,
    });
    expect((await record.list({ source: "a" }, { limit: 10 })).calls).toHaveLength(3);
    // Not a part of another id, nor a pattern.
    for (const source of ["b", "_", "%"])
      expect((await record.list({ source }, { limit: 10 })).calls, source).toEqual([]);
    expect(await record.list({ path: "a_b" }, { limit: 10 })).toEqual({ calls: [], next: null });
    const first = await record.list({ path: ".b", outcome: "ok", via: "a" }, { limit: 2 });
    expect(first.calls).toHaveLength(2);
    const rest = await record.list({ path: ".b" }, { limit: 2, before: first.next ?? 0 });
    expect(rest).toMatchObject({ calls: [{ at: now - day }], next: null });
  });

  test("the record finds the calls of an endpoint, and none of another that had its name", async () => {
    const record = createCallRecord(await openStore(await createPlace()));
    const entry = { userId: "ann", via: "bot", client: "c", outcome: "ok", durationMs: 1, resultBytes: 2 };
    const rest = { arguments: "{}", connection: null };
    const calls = [
      { path: "a.earlier", at: 10, endpointId: "revoked" },
      { path: "a.own", at: 30, endpointId: "1" },
      { path: "a.dashboard", at: 30, via: "dashboard" },
      // Recorded by versions that knew only the name.
      { path: "a.old_of_other", at: 10 },
      { path: "a.old", at: 25 },
    ];
    for (const call of calls) await record.append({ ...entry, ...rest, ...call });
    const pathsOf = async (endpoint: EndpointFilter) =>
      (await record.list({ endpoint }, { limit: 10 })).calls.map(({ path }) => path);
    const known = { name: "bot", userId: "ann", createdAt: 20 };
    expect(await pathsOf({ id: "1", known })).toEqual(["a.old", "a.own"]);
    expect(await pathsOf({ id: "revoked" })).toEqual(["a.earlier"]);
  });

  test("started calls are stored immediately, completed one by one, and found by their outcome", async () => {
    const store = await openStore(await createPlace());
    const record = createCallRecord(store);
    const entry = { at: 1, userId: "ann", via: "a", client: "c", durationMs: 0, resultBytes: 0 };
    const started = { ...entry, outcome: "started", arguments: "{}", connection: null };
    const ids = await Promise.all(
      Array.from({ length: 130 }, (_, index) => record.start({ ...started, path: `a.t${index}` })),
    );
    const stored = await record.list({ outcome: "started" }, { limit: 1_000 });
    expect(stored.calls.reverse().map(({ id, path }) => [id, path])).toEqual(
      ids.map((id, index) => [id, `a.t${index}`]),
    );
    await Promise.all(
      ids
        .slice(1)
        .map((id, index) => record.complete(id, { ...started, path: "", outcome: "ok", durationMs: index })),
    );
    const durations = (await record.list({ outcome: "ok" }, { limit: 1_000 })).calls.map(
      ({ durationMs }) => durationMs,
    );
    expect(durations.reverse()).toEqual(Array.from({ length: 129 }, (_, index) => index));
    await record.settle(2);
    expect((await record.list({ outcome: "unknown" }, { limit: 10 })).calls).toMatchObject([
      { path: "a.t0" },
    ]);
  });

  test("a call with characters that cannot be stored does not cost those beside it their record", async () => {
    const store = await openStore(await createPlace());
    const record = createCallRecord(store);
    const entry = { at: 1, userId: "ann", via: "a", outcome: "ok", durationMs: 0, resultBytes: 0 };
    const rest = { arguments: "{}", connection: null };
    await Promise.all(
      ["a.good", "a.\0bad", "a.\ud800"].map((path) =>
        record.append({ ...entry, ...rest, path, client: `\0${path}` }),
      ),
    );
    expect((await record.list({}, { limit: 10 })).calls).toHaveLength(3);
  });

  test("calls that are recorded while another transaction is open do not end with it", async () => {
    const store = await openStore(await createPlace());
    const record = createCallRecord(store);
    const entry = { at: 1, userId: "ann", via: "a", client: "c", outcome: "ok" };
    const rest = { connection: null, durationMs: 1, resultBytes: 2, arguments: "{}" };
    const paths = Array.from({ length: 25 }, (_, index) => `a.t${index}`);
    let recorded: Promise<unknown> = Promise.resolve();
    const failing = store.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("call_record").execute();
      recorded = Promise.all(paths.map((path) => record.append({ ...entry, ...rest, path })));
      // The writes of one turn are flushed together in the next.
      for (let turns = 0; turns < 3; turns += 1) await turn();
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await recorded;
    const { calls: kept } = await record.list({ userId: "ann" }, { limit: 100 });
    expect(kept.map(({ path }) => path).reverse()).toEqual(paths);
  });

  test("calls are followed from the last known one, without gaps", async () => {
    const store = await openStore(await createPlace());
    const record = createCallRecord(store);
    const entry = {
      at: 1,
      userId: "ann",
      via: "a",
      client: "c",
      outcome: "ok",
      durationMs: 1,
      resultBytes: 2,
      arguments: "{}",
      connection: null,
    };
    await record.append({ ...entry, path: "a.known" });
    const [known] = (await record.list({}, { limit: 1 })).calls;
    await record.append({ ...entry, path: "a.missed" });

    const ending = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      const options = { after: known?.id, signal: ending.signal };
      for await (const news of createCallFeed(record, store.events).follow(options)) {
        const own = news.filter((one) => matches({ userId: "ann" }, one));
        seen.push(...own.map(({ call }) => call.path));
      }
    })();
    await expect.poll(() => seen).toContain("a.missed");
    await Promise.all([
      ...Array.from({ length: 300 }, (_, index) => record.append({ ...entry, path: `a.t${index}` })),
      record.append({ ...entry, userId: "bob", path: "a.others" }),
    ]);
    await expect.poll(() => new Set(seen).size).toBe(302);
    expect(seen).not.toContain("a.others");
    expect(seen).toHaveLength(302);
    ending.abort();
    await following;
  });

  test("the latest call of a person is their own, and the feed continues from there", async () => {
    const store = await openStore(await createPlace());
    const record = createCallRecord(store);
    const rest = { durationMs: 1, resultBytes: 2, arguments: "{}", connection: null };
    const entry = { at: 1, via: "a", client: "c", outcome: "ok", ...rest };
    await record.append({ ...entry, userId: "ann", path: "a.own" });
    for (const path of ["a.secret", "a.other"]) await record.append({ ...entry, userId: "bob", path });

    const everyones = await record.list({}, { limit: 10 });
    const latest = await record.latest("ann");
    expect(latest).toBe(everyones.calls.find(({ path }) => path === "a.own")?.id);
    expect(await record.latest()).toBe(everyones.calls[0]?.id);
    expect(await record.latest("eve")).toBe(0);

    await record.append({ ...entry, userId: "ann", path: "a.missed" });
    const feed = createCallFeed(record, store.events);
    const missed = await feed
      .follow({ after: latest, userId: "ann", signal: new AbortController().signal })
      .next();
    expect(missed.value?.map(({ call }: { call: { path: string } }) => call.path)).toEqual([
      "a.own",
      "a.missed",
    ]);
  });

  test("live calls start with the next one, and a call that was running comes again when it has ended", async () => {
    const store = await openStore(await createPlace());
    const record = createCallRecord(store);
    const rest = { durationMs: 1, resultBytes: 2, arguments: "{}", connection: null };
    const entry = { at: 1, userId: "ann", via: "a", client: "c", outcome: "ok", ...rest };
    const started = { ...entry, outcome: "started", path: "a.before" };
    const before = await record.start(started);
    await record.append({ ...entry, path: "a.old" });

    const ending = new AbortController();
    const seen: string[] = [];
    const feed = createCallFeed(record, store.events);
    const follow = async (after?: number) => {
      for await (const news of feed.follow({ after, signal: ending.signal }))
        seen.push(...news.map(({ call }) => `${call.path} ${call.outcome}`));
    };
    const following = follow();
    await expect
      .poll(async () => {
        await record.append({ ...entry, path: "a.new" });
        return seen;
      })
      .toContain("a.new ok");
    expect(seen).not.toContain("a.old ok");
    const id = await record.start({ ...started, path: "a.now" });
    await expect.poll(() => seen).toContain("a.now started");
    await record.complete(id, { ...started, path: "a.now", outcome: "failed" });
    await record.complete(before, { ...started, outcome: "ok" });
    await expect.poll(() => seen).toEqual(expect.arrayContaining(["a.now failed", "a.before ok"]));
    ending.abort();
    await following;
  });

  test("a sign-in code opens one session", async () => {
    const accounts = await accountsOf(await openStore(await createPlace()));
    const [code, other] = await Promise.all([accounts.createSignInCode(), accounts.createSignInCode()]);
    expect(code).not.toBe(other);

    const answer = await accounts.signIn(code, new Headers());
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    expect(await accounts.userOf(new Headers({ cookie }))).toEqual(accounts.owner);
    expect((await accounts.signIn(code, new Headers())).headers.getSetCookie()).toEqual([]);
    expect(await accounts.userOf(new Headers())).toBeUndefined();
  });

  test("a sign-in code is stored as a hash, and opens nothing after a day", async () => {
    const store = await openStore(await createPlace());
    const accounts = await accountsOf(store);
    const code = await accounts.createSignInCode();
    const rows = await store.db.selectFrom("verification").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);

    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 24 * 60 * 60 * 1000 + 1);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const answer = await accounts.signIn(code, new Headers());
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get("location")).toContain("error=");
  });

  test("plugin data is kept apart by plugin and user, and listed by prefix in the order of bytes", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const data = createPluginData(store, log)("one", owner.id);
    for (const key of ["n/b", "n/B", "n/é", "n/a", "m/z", "n"]) await data.set(key, key);

    expect((await data.list("n/")).map(({ key }) => key)).toEqual(["n/B", "n/a", "n/b", "n/é"]);
    expect(await data.list()).toHaveLength(6);
    expect(await createPluginData(store, log)("two", owner.id).list()).toEqual([]);

    await data.set("n/a", ["changed"]);
    expect(await data.get("n/a")).toEqual(["changed"]);
    expect([await data.delete("n/a"), await data.delete("n/a")]).toEqual([true, false]);
    expect(await data.get("n/a")).toBeUndefined();
  });

  test("an event reaches its topic's listeners immediately, until they stop", async () => {
    const { events } = await openStore(await createPlace());
    const heard: string[] = [];
    const stop = events.subscribe("weather", (detail) => heard.push(detail));
    events.subscribe("other", () => heard.push("never"));
    const published = events.publish("weather", "rain");
    expect(heard).toEqual(["rain"]);
    await published;
    await events.catchUp();
    await events.publish("weather");
    expect(heard).toEqual(["rain", ""]);
    stop();
    await events.publish("weather", "snow");
    expect(heard).toEqual(["rain", ""]);
  });

  test("a change is told when it is done, and not when it fails", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const heard: string[] = [];
    store.events.subscribe("notes", (detail) => heard.push(detail));
    const row = { plugin_id: "one", user_id: owner.id, value: "1" };
    const write = (key: string, fail: boolean) =>
      store.change("notes", async (db) => {
        await db
          .insertInto("plugin_data")
          .values({ ...row, key })
          .execute();
        if (fail) throw new Error("no");
        return key;
      });

    expect(await write("a", false)).toBe("a");
    expect(heard).toEqual([""]);
    await expect(write("b", true)).rejects.toThrow("no");
    expect(heard).toEqual([""]);
    expect((await createPluginData(store, log)("one", owner.id).list()).map(({ key }) => key)).toEqual(["a"]);
  });

  test("what is remembered is read once, forgotten with a change, and never kept when it is overtaken", async () => {
    const { events } = await openStore(await createPlace());
    const remembered = remember<string | undefined>(events, "words");
    let reads = 0;
    const read = async () => `read ${++reads}`;
    expect([await remembered("a", read), await remembered("a", read)]).toEqual(["read 1", "read 1"]);
    await events.publish("words");
    expect(await remembered("a", read)).toBe("read 2");

    let finish = (_: string) => {};
    const slow = remembered("b", () => new Promise((resolve) => (finish = resolve)));
    await events.publish("words");
    finish("old");
    expect([await slow, await remembered("b", async () => "new")]).toEqual(["old", "new"]);

    expect(await remembered("c", async () => undefined)).toBeUndefined();
    await expect(remembered("c", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    expect(await remembered("c", async () => "there now")).toBe("there now");
  });

  test("a lock runs one action at a time, and continues after one that fails", async () => {
    const { withLock } = await openStore(await createPlace());
    const order: string[] = [];
    const action = (name: string) => async () => {
      order.push(`${name} begins`);
      await turn();
      order.push(`${name} ends`);
      if (name === "b") throw new Error("b fails");
    };
    const actions = ["a", "b", "c"].map((name) => withLock("one", action(name)));
    expect((await Promise.allSettled(actions)).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(order).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
    await withLock("one", () => withLock("two", async () => order.push("both")));
    expect(order.at(-1)).toBe("both");
  });

  test("a rate limit gives each key its number, says how long to wait, and resets", async () => {
    const store = await openStore(await createPlace());
    // Windows begin at multiples of their length: this one ends in 2033.
    const windowMs = 1e12;
    const limit = createRateLimit(store, { name: "calls", limit: 25, windowMs });
    const taken = await Promise.all(Array.from({ length: 40 }, () => limit.take("ann")));
    expect(taken.filter((waitMs) => waitMs === undefined)).toHaveLength(25);
    const waits = taken.filter((waitMs) => waitMs !== undefined);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(windowMs);
    expect(await limit.take("bob")).toBeUndefined();

    if (store.dialect === "postgres") await store.db.updateTable("rate_limit").set({ ends_at: 1 }).execute();
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + Math.max(...waits));
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    expect(await limit.take("ann")).toBeUndefined();
  });

  test("plugin data refuses what it cannot keep", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const data = createPluginData(store, log)("one", owner.id);
    await expect(data.set("a", undefined)).rejects.toThrow("cannot be written as JSON");
    await expect(data.set("a", "x".repeat(300_000))).rejects.toThrow("over 256 KB");
    await expect(data.set("x".repeat(300), 1)).rejects.toThrow("at most 256 characters");
  });
}

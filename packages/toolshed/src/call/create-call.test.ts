import { apiKey, definePlugin, defineTool, type ElicitResult, type ToolContext } from "@toolshed/sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ann } from "../../../../test/fixtures/caller.ts";
import { stub } from "../../../../test/fixtures/stub.ts";
import { type Approvals, createApprovals } from "../approval/approvals.ts";
import { createCatalog } from "../catalog/catalog.ts";
import { createVisibility } from "../catalog/visibility.ts";
import { type Connection, type Connections, team } from "../credential/connections.ts";
import { createCredentials } from "../credential/credentials.ts";
import type { CurrentCaller } from "../endpoint/current-caller.ts";
import { createLog } from "../log/log.ts";
import type { ApprovalMode, Caller } from "../policy/caller.ts";
import { type CallRecord, createCallRecord } from "../record/call-record.ts";
import { createPluginSource } from "../source/plugin/plugin-source.ts";
import { UpstreamError, WholeResult } from "../source/source.ts";
import type { NewCallEntry } from "../store/call-rows.ts";
import { createLocalEvents } from "../store/local-events.ts";
import { createLocalLocks } from "../store/local-locks.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { type CallSignal, Cancellation, neverCancelled } from "../work/cancellation.ts";
import { createAskPerson } from "./ask-person.ts";
import type { CallRequest } from "./call.ts";
import { createCall } from "./create-call.ts";
import { type FailedCall, toToolResult } from "./outcome.ts";
import { Recorder } from "./recorder.ts";

const key = "grn_0123456789";
const connectionsOf = (connections: readonly Connection[]) =>
  stub<Connections>({
    read: async ({ name }) => ({ secret: `key of ${name}`, needsReconnect: false, lastErrorAt: null }),
    list: async () => [...connections],
  });
const connection = (name: string, createdAt: number, ownerId = "u"): Connection => ({
  ownerId,
  provider: "service",
  name,
  kind: "key",
  lastFour: "",
  expiresAt: null,
  createdAt,
  tokenExpiresAt: null,
  refreshedAt: null,
  lastError: null,
  lastErrorAt: null,
  needsReconnect: false,
});

const approvalsOf = (members: Partial<Approvals> = {}) =>
  stub<Approvals>({ findFor: async () => undefined, take: async () => false, ...members });
/** Every call waits for an approval with this id. */
const waitingFor = (id: string) => approvalsOf({ request: async () => ({ id }) as never });

const isUnit = (text: string): boolean => (text === "boom" ? explode() : true);

interface Options {
  handler(ctx: ToolContext, input: unknown): unknown;
  output?: boolean;
  destructive?: boolean;
  provider?: string;
  approval?: ApprovalMode;
  answer?: ElicitResult["action"];
  timeoutMs?: number;
  environment?: Record<string, string>;
  record?(entry: NewCallEntry): Promise<void>;
  readOnly?: boolean;
  start?(): Promise<number>;
  /** In place of a record in memory. */
  calls?: CallRecord;
  approvals?: Approvals;
  connections?: Connection[] | Connections;
  currentCaller?: CurrentCaller;
  elicit?: () => Promise<ElicitResult>;
  /** What the endpoint fixes. */
  fixed?: Record<string, string>;
}

function setUp(options: Options) {
  const {
    handler,
    destructive = false,
    approval = "host",
    answer = "unavailable",
    timeoutMs = 60_000,
    connections = [],
  } = options;
  const tool = defineTool({
    name: "Test",
    description: "",
    inputSchema: z.object({ count: z.int().default(3), unit: z.string().refine(isUnit).optional() }),
    ...(options.output && { outputSchema: z.object({ count: z.int(), filler: z.string().optional() }) }),
    ...(options.provider && { authProvider: options.provider }),
    destructive,
    ...(options.readOnly !== undefined && { readOnly: options.readOnly }),
    handler: (ctx, input) => handler(ctx, input) as never,
  });
  const plugin = definePlugin({
    id: "test",
    name: "Test",
    description: "",
    authProviders: [apiKey({ id: "service", name: "Service", whereToFind: "" })],
    tools: { tool },
  });
  const source = createPluginSource(plugin, () => stub());
  const catalog = createCatalog([source]);
  const credentials = createCredentials({
    connections: Array.isArray(connections) ? connectionsOf(connections) : connections,
    environment: options.environment ?? {},
    withLock: createLocalLocks(),
    events: createLocalEvents(),
    origin: "http://gateway",
  });
  const visibility = createVisibility(
    credentials,
    { allowedTo: async () => () => true },
    options.currentCaller ?? (async (caller) => caller),
  );
  const entries: NewCallEntry[] = [];
  const append = (options.record ??
    (async (entry) => {
      entries.push(entry);
    })) as CallRecord["append"];
  const record = stub<CallRecord>({
    append,
    start: options.start ?? (async () => 1),
    complete: (_id, entry) => append(entry),
  });
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const call = createCall({
    catalog,
    visibility,
    credentials,
    recorder: new Recorder(options.calls ?? record, log),
    log,
    timeoutMs,
    askPerson: createAskPerson({
      approvalRules: { verdict: async () => undefined },
      approvals: options.approvals ?? approvalsOf(),
      approvalUrl: (id) => `http://toolshed/approvals/${id}`,
    }),
  });
  const by = { userId: "u", role: "owner", via: "test", approval };
  const caller: Caller = { ...ann, ...by, ...(options.fixed && { connections: options.fixed }) };
  const elicit = options.elicit ?? (async () => ({ action: answer }));
  const request = {
    ...{ caller, client: "unit test", path: "test.tool", args: {}, elicit },
    signal: neverCancelled,
  };
  return {
    entries,
    lines,
    call: (changes: Partial<CallRequest> = {}) => call({ ...request, ...changes }),
    run: async (args?: unknown, path = "test.tool", signal: CallSignal = neverCancelled) =>
      toToolResult(await call({ ...request, path, args, signal })),
    runBy: async (connection: string | undefined, args?: unknown) =>
      toToolResult(await call({ ...request, args, connection })),
  };
}

const text = (value: unknown) => ({ content: [{ type: "text", text: value }] });
const error = (message: string) => ({ isError: true, ...text(`Error: ${message}`) });

describe("values", () => {
  test("arguments that are left out take the schema's defaults", async () => {
    const { run } = setUp({ handler: (_, input) => input });
    expect(await run()).toEqual(text('{\n  "count": 3\n}'));
    expect(await run({ count: 5 })).toEqual(text('{\n  "count": 5\n}'));
  });

  test("strings come back as they are, nothing as an empty text, other values as JSON", async () => {
    expect(await setUp({ handler: () => "plain" }).run()).toEqual(text("plain"));
    expect(await setUp({ handler: () => undefined }).run()).toEqual(text(""));
    expect(await setUp({ handler: async () => [1] }).run()).toEqual(text("[\n  1\n]"));
  });

  test("a tool with an output schema answers with structured content too", async () => {
    const handler = () => ({ count: 1 });
    expect(await setUp({ handler, output: true }).run()).toMatchObject({ structuredContent: { count: 1 } });
    expect(await setUp({ handler }).run()).not.toHaveProperty("structuredContent");
  });

  test("what a tool answers has to fit its output schema, and only what that names goes out", async () => {
    const extra = setUp({ handler: () => ({ count: 1, internal: true }), output: true });
    expect((await extra.run()).structuredContent).toEqual({ count: 1 });
    const wrong = (await setUp({ handler: () => ({ count: "one" }), output: true }).run()).content[0]?.text;
    expect(wrong).toMatch(/^Error: The result of test\.tool does not fit its output schema: count: /);
  });

  test("a text that is too long is cut at a line and says how to get the rest", async () => {
    const line = `${"x".repeat(99)}\n`;
    const answer = (await setUp({ handler: () => line.repeat(2_000) }).run()).content[0]?.text ?? "";
    expect(answer.length).toBeLessThan(100_300);
    expect(answer).toMatch(
      /x{99}\n\[Cut: 99999 of 200000 characters\. For the rest, .*limit, cursor or filter/,
    );
    const emoji = (await setUp({ handler: () => `x${"😀".repeat(80_000)}` }).run()).content[0]?.text ?? "";
    expect(emoji).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  test("structured content is never cut, only refused", async () => {
    const big = setUp({ handler: () => ({ count: 1, filler: "x".repeat(200_000) }), output: true });
    expect((await big.run()).structuredContent).toMatchObject({ filler: "x".repeat(200_000) });
    const huge = setUp({ handler: () => ({ count: 1, filler: "x".repeat(11 * 1024 * 1024) }), output: true });
    expect((await huge.run()).content[0]?.text).toMatch(/^Error: The result is over 10 MB/);
  });
});

describe("errors", () => {
  test("a thrown message reaches the model, and every wrong field is named", async () => {
    const { run, entries } = setUp({
      handler: () => {
        throw new Error("Upstream says no");
      },
    });
    expect(await run()).toEqual(error("Upstream says no"));
    const wrong = await run({ count: "x", unit: 1 });
    expect(wrong.content[0]?.text).toMatch(/^Error: Invalid arguments for test\.tool: count: .+; unit: .+$/);
    expect(await run({}, "test.other")).toEqual(error("Tool not found: test.other"));
    expect(entries.map(({ outcome }) => outcome)).toEqual(["failed", "invalid", "not_found"]);
  });

  test("an error of our own code is an id for the caller, and details in the log", async () => {
    const currentCaller = () => Promise.reject(new TypeError("no column call_record.secret"));
    const { call, lines, entries } = setUp({ handler: () => "done", currentCaller });
    const outcome = await call();
    expect(outcome).toEqual({ kind: "failed", message: expect.stringMatching(/^internal error \(.{36}\)$/) });
    const [, id = "no id"] = /\((.+)\)/.exec((outcome as FailedCall).message) ?? [];
    const logged = lines.filter((line) => line.includes(id));
    expect(logged).toEqual([expect.stringMatching(/TypeError: no column call_record\.secret/)]);
    expect(entries).toMatchObject([{ outcome: "failed" }]);
  });

  test("an error of our own code stays hidden where a tool passes it on, or its question meets it", async () => {
    const broken = connectionsOf([connection("work", 1)]);
    broken.read = () => Promise.reject(new Error("no such table: connection"));
    const asking = setUp({
      handler: ({ auth }) => auth.getToken(),
      provider: "service",
      connections: broken,
    });
    const question = { type: "form", message: "Which?", schema: {} } as const;
    const elicit = () => Promise.reject(new Error("no such table: approval"));
    const eliciting = setUp({ handler: (ctx) => ctx.elicit(question).catch(() => "answered"), elicit });
    for (const { run, lines } of [asking, eliciting]) {
      expect((await run()).content[0]?.text).toMatch(/^Error: internal error \(.{36}\)$/);
      expect(lines.join()).toContain("no such table");
    }
  });

  test("keeps the message of any error that a plugin throws, without secrets", async () => {
    const environment = { SERVICE_API_KEY: key };
    const failWith = (toError: (token: string) => unknown) =>
      setUp({
        provider: "service",
        environment,
        handler: async ({ auth }) => {
          throw toError(await auth.getToken());
        },
      });
    const plugin = failWith((token) => new TypeError(`cannot read ${token}`));
    expect(await plugin.call()).toEqual({ kind: "failed", message: "cannot read [redacted]" });
    expect(plugin.lines.join()).not.toContain("internal error");
    const upstream = failWith((token) => new UpstreamError(-32042, `Visit ?key=${token}`, [token]));
    expect(await upstream.call()).toMatchObject({
      kind: "failed",
      message: "Visit ?key=[redacted]",
      error: { code: -32042, message: "Visit ?key=[redacted]", data: ["[redacted]"] },
    });
  });

  test("a plugin's schema that throws keeps its message", async () => {
    const { call } = setUp({ handler: () => "done" });
    expect(await call({ args: { unit: "boom" } })).toEqual({ kind: "failed", message: "boom" });
  });

  test("a refusal has a code, and the approval that it waits for", async () => {
    const { call } = setUp({ handler: () => "done" });
    expect(await call({ path: "test.other" })).toMatchObject({ kind: "refused", code: "not_found" });
    expect(await call({ args: { count: "x" } })).toMatchObject({ kind: "refused", code: "invalid" });
    const signal = new Cancellation();
    signal.abort();
    expect(await call({ signal })).toMatchObject({ kind: "refused", code: "cancelled" });
    const late = setUp({ handler: () => new Promise(() => {}), timeoutMs: 10 });
    expect(await late.call()).toMatchObject({ kind: "refused", code: "timeout" });
    const denied = setUp({ handler: () => "done", destructive: true, approval: "deny" });
    expect(await denied.call()).toMatchObject({ kind: "refused", code: "denied" });
    const waiting = setUp({
      handler: () => "done",
      destructive: true,
      approval: "ask",
      approvals: waitingFor("a1"),
    });
    expect(await waiting.call()).toMatchObject({ kind: "refused", code: "waiting", approvalId: "a1" });
  });

  test("a call that waits for approval tells a model what to do, and a person in a View where to decide", async () => {
    const approvals = waitingFor("a1");
    const { call } = setUp({ handler: () => "done", destructive: true, approval: "ask", approvals });
    const caller: Caller = { ...ann, approval: "ask" };
    const messageFor = async (audience: "app" | "model") =>
      Object(await call({ caller: { ...caller, audience } })).message;
    expect(await messageFor("model")).toBe(
      "test.tool needs a person's approval. Ask the user to decide at http://toolshed/approvals/a1 and then make the same call again.",
    );
    expect(await messageFor("app")).toBe("This waits for your approval: http://toolshed/approvals/a1");
  });

  test("a handler that overlooks the time limit or the caller's going is not waited for", async () => {
    const handler = () => new Promise(() => {});
    expect(await setUp({ handler, timeoutMs: 10 }).run()).toEqual(
      error("test.tool did not answer within 0.01 s."),
    );

    const ending = new AbortController();
    const { run, entries } = setUp({ handler });
    const running = run({}, "test.tool", ending.signal);
    ending.abort();
    expect(await running).toEqual(error("The call of test.tool was cancelled."));
    expect(entries[0]?.outcome).toBe("cancelled");
  });
});

describe("credentials", () => {
  const environment = { SERVICE_API_KEY: key };

  test("a tool whose provider is not connected is not found; once it is, it gets the token", async () => {
    const handler = async ({ auth }: ToolContext) => (await auth.getToken()).length;
    expect(await setUp({ handler, provider: "service" }).run()).toEqual(error("Tool not found: test.tool"));
    expect(await setUp({ handler, provider: "service", environment }).run()).toEqual(
      text(String(key.length)),
    );
  });

  test("asking for another provider's token meets the sentence that tells what to do", async () => {
    const { run } = setUp({
      handler: ({ auth }) => auth.getToken("other"),
      provider: "service",
      environment,
    });
    expect(await run()).toEqual(error('No credentials for "other". Connect it in the Toolshed dashboard.'));
  });

  test("a token never comes back: in texts, keys, structured content, errors or the record", async () => {
    const leak = async ({ auth }: ToolContext) => {
      const token = await auth.getToken();
      return { [token]: `Bearer ${token}`, list: [Buffer.from(token).toString("base64")] };
    };
    const leaking = setUp({ handler: leak, provider: "service", environment });
    const result = await leaking.run({ unit: key });
    expect(JSON.stringify([result, leaking.entries, leaking.lines])).not.toContain(key);
    expect(JSON.stringify(result)).not.toContain(Buffer.from(key).toString("base64"));

    const structured = setUp({
      handler: async ({ auth }) => ({ count: 1, filler: `Bearer ${await auth.getToken()}` }),
      provider: "service",
      environment,
      output: true,
    });
    expect((await structured.run()).structuredContent).toEqual({ count: 1, filler: "Bearer [redacted]" });

    const failing = setUp({
      handler: async ({ auth }) => {
        throw new Error(`GET /?key=${await auth.getToken()} failed`);
      },
      provider: "service",
      environment,
    });
    expect(await failing.run()).toEqual(error("GET /?key=[redacted] failed"));
  });
});

describe("approval of destructive calls", () => {
  const destructive = { handler: () => "done", destructive: true };

  test.each([
    ["host", "unavailable", "done"],
    ["ask", "accept", "done"],
    ["ask", "decline", "Error: The call of test.tool was not approved."],
    ["ask", "cancel", "Error: The call of test.tool was not approved."],
    ["deny", "accept", "Error: test.tool is destructive, and this endpoint refuses destructive calls."],
  ] as const)("%s, answered with %s", async (approval, answer, expected) => {
    expect((await setUp({ ...destructive, approval, answer }).run()).content[0]?.text).toBe(expected);
  });

  test("where nobody can be asked, it waits for a person, and the identical call runs once after that", async () => {
    const store = await openSqliteStore(":memory:");
    const approvals = createApprovals(store);
    const { run, entries } = setUp({ ...destructive, approval: "ask", approvals });
    const answer = (await run({ count: 1, unit: "m" })).content[0]?.text ?? "";
    const [, id = ""] =
      /decide at http:\/\/toolshed\/approvals\/(\S+) and then make the same call again/.exec(answer) ?? [];
    expect(entries[0]?.outcome).toBe("waiting");
    expect((await run({ count: 1, unit: "m" })).content[0]?.text).toBe(answer);

    expect(await approvals.decide({ id, userId: "u" }, true)).toBe(true);
    expect((await run({ count: 2, unit: "m" })).isError).toBe(true);
    expect(await run({ unit: "m", count: 1 })).toEqual(text("done"));
    expect((await run({ count: 1, unit: "m" })).isError).toBe(true);
    await store.close();
  });

  test("others need none", async () => {
    expect(await setUp({ handler: () => "done", approval: "deny" }).run()).toEqual(text("done"));
  });
});

describe("a caller who changes during the call", () => {
  const demoted = (change: (caller: Caller) => Caller | undefined) => {
    let isChanged = false;
    return {
      currentCaller: async (caller: Caller) => (isChanged ? change(caller) : caller),
      elicit: async () => {
        isChanged = true;
        return { action: "accept" } as const;
      },
    };
  };

  test.each([
    ["removed", () => undefined],
    ["narrowed", (caller: Caller) => ({ ...caller, scope: { readOnly: true } })],
  ])("runs nothing that was approved after they were %s", async (_, change) => {
    let runs = 0;
    const { currentCaller, elicit } = demoted(change);
    const { run, entries } = setUp({
      destructive: true,
      approval: "ask",
      currentCaller,
      elicit,
      handler: () => {
        runs += 1;
      },
    });
    expect(await run()).toEqual(error("Tool not found: test.tool"));
    expect(runs).toBe(0);
    expect(entries).toMatchObject([{ outcome: "not_found" }]);
  });

  test("gets no answer to a tool's question that came after they were removed", async () => {
    let answer: unknown = "none";
    const { run } = setUp({
      ...demoted(() => undefined),
      handler: async (ctx) => {
        answer = await ctx.elicit({ type: "form", message: "Which?", schema: {} });
      },
    });
    expect(await run()).toEqual(error("Tool not found: test.tool"));
    expect(answer).toBe("none");
  });

  test("is asked as their endpoint says now", async () => {
    const { run } = setUp({
      destructive: true,
      currentCaller: async (caller) => ({ ...caller, approval: "deny" }),
      handler: () => "done",
    });
    expect((await run()).content[0]?.text).toMatch(/this endpoint refuses destructive calls/);
  });
});

describe("several connections of one provider", () => {
  const handler = async ({ auth }: ToolContext) => (await auth.getToken()).split(" ").at(-1);
  const connections = [connection("work", 1), connection("home", 2), connection("shared", 3, team)];
  const several = { handler, provider: "service", connections };

  test("the default one is used, or the one that is named, and the record tells which", async () => {
    const { runBy, entries } = setUp(several);
    expect(await runBy(undefined)).toEqual(text("work"));
    expect(await runBy("home")).toEqual(text("home"));
    expect(await runBy("shared")).toEqual(text("shared"));
    expect(entries.map((entry) => entry.connection)).toEqual(["work", "home", "team/shared"]);
  });

  test("an unknown name is refused with a list of the known ones, and nothing runs", async () => {
    const { runBy, entries } = setUp(several);
    expect(await runBy("hme")).toEqual(
      error('There is no connection "hme" of "service". There is: work, home, shared.'),
    );
    expect(entries).toMatchObject([{ outcome: "invalid", connection: null }]);
    const open = setUp({ handler: () => "done" });
    expect(await open.runBy("work")).toEqual(error("This tool uses no connection: call it without one."));
  });

  test("a default connection that has expired fails the call, and is replaced by no other", async () => {
    const expired = { ...connection("work", 1), expiresAt: 1 };
    const { call } = setUp({ ...several, connections: [expired, connection("home", 2)] });
    expect(await call()).toMatchObject({ kind: "failed", message: expect.stringContaining("has ended") });
    expect(await call({ connection: "home" })).toMatchObject({ kind: "ok" });
  });

  test("a connection fixed by an endpoint cannot be overridden, and hides the tool where it is missing", async () => {
    const { runBy } = setUp({ ...several, fixed: { service: "home" } });
    expect(await runBy(undefined)).toEqual(text("home"));
    expect(await runBy("home")).toEqual(text("home"));
    expect(await runBy("work")).toEqual(
      error('This endpoint uses the connection "home" of "service", and no other.'),
    );
    const gone = setUp({ ...several, fixed: { service: "gone" }, environment: { SERVICE_API_KEY: key } });
    expect(await gone.runBy(undefined)).toEqual(error("Tool not found: test.tool"));
    expect(await setUp({ ...several, fixed: { other: "x" } }).runBy(undefined)).toEqual(text("work"));
  });

  test("an approval is good for the connection it was given for, also if another becomes the default", async () => {
    const store = await openSqliteStore(":memory:");
    const approvals = createApprovals(store);
    const asking = { ...several, destructive: true, approval: "ask", approvals } as const;
    const { runBy } = setUp(asking);
    await runBy(undefined, { count: 1 });
    const [waiting] = await approvals.waiting(["u"]);
    expect(waiting?.connection).toBe("work");
    await approvals.decide({ id: waiting?.id ?? "", userId: "u" }, true);

    const other = [connection("home", 1), connection("work", 2)];
    expect((await setUp({ ...asking, connections: other }).runBy(undefined, { count: 1 })).isError).toBe(
      true,
    );
    expect((await runBy("home", { count: 1 })).isError).toBe(true);
    expect(await runBy("work", { count: 1 })).toEqual(text("work"));
    expect((await runBy("work", { count: 1 })).isError).toBe(true);
    await store.close();
  });
});

test("every call is recorded with who, what and how, its secrets masked", async () => {
  const { run, entries } = setUp({ handler: () => "four" });
  await run({ unit: "m", password: "hunter2", nested: { api_key: "k" } });
  expect(entries).toEqual([
    {
      at: expect.any(Number),
      userId: "u",
      via: "test",
      client: "unit test",
      path: "test.tool",
      outcome: "ok",
      durationMs: expect.any(Number),
      resultBytes: 4,
      arguments: '{"unit":"m","password":"[masked]","nested":{"api_key":"[masked]"}}',
      connection: null,
      timings: expect.any(String),
    },
  ]);
});

test("a call that could not be recorded is not told to have worked, and gives nothing away", async () => {
  const record = () => Promise.reject(new Error("disk full"));
  const { run, lines } = setUp({ handler: () => "the result", record });
  expect((await run()).content[0]?.text).toMatch(/^Error: test\.tool has run, but .* not be recorded/);
  expect(lines.join()).toContain("disk full");
  const failing = setUp({
    handler: () => {
      throw new Error("its own problem");
    },
    record,
  });
  expect(await failing.run()).toEqual(error("its own problem"));
});

describe("recorded before run", () => {
  const changing = { readOnly: false };

  test("stores that a call starts before its tool runs, and completes that when it has ended", async () => {
    const store = await openSqliteStore(":memory:");
    const record = createCallRecord(store);
    const stored = () => store.db.selectFrom("call_record").selectAll().execute();
    const seen: unknown[] = [];
    const { run } = setUp({
      ...changing,
      handler: async () => {
        seen.push(...(await stored()));
        return "done";
      },
      calls: record,
    });
    expect(await run({ unit: "m" })).toEqual(text("done"));
    expect(seen).toMatchObject([{ outcome: "started", path: "test.tool", arguments: '{"unit":"m"}' }]);
    expect(await stored()).toMatchObject([{ id: 1, outcome: "ok", result_bytes: 4 }]);
    await store.close();
  });

  test("a gateway that ended during a call leaves a call of unknown outcome", async () => {
    const store = await openSqliteStore(":memory:");
    const record = createCallRecord(store);
    let isRunning = () => {};
    const running = new Promise<void>((resolve) => {
      isRunning = resolve;
    });
    const { run } = setUp({
      ...changing,
      handler: () => {
        isRunning();
        return new Promise(() => {});
      },
      calls: record,
    });
    const ending = new AbortController();
    const ended = run({}, "test.tool", ending.signal);
    await running;
    await record.settle(Date.now() - 60_000);
    expect((await record.list({}, { limit: 1 })).calls).toMatchObject([{ outcome: "started" }]);
    await record.settle(Number.MAX_SAFE_INTEGER);
    expect((await record.list({ outcome: "unknown" }, { limit: 1 })).calls).toMatchObject([
      { path: "test.tool" },
    ]);
    // One that was given up too early says what became of it after all.
    ending.abort();
    await ended;
    expect((await record.list({}, { limit: 1 })).calls).toMatchObject([{ outcome: "cancelled" }]);
    await store.close();
  });

  test("does not run a tool that changes something if its start cannot be stored", async () => {
    let hasRun = false;
    const { run } = setUp({
      ...changing,
      handler: () => {
        hasRun = true;
      },
      start: () => Promise.reject(new Error("disk full")),
    });
    expect(await run()).toEqual(
      error("test.tool was not run, because the call could not be recorded. Try again later."),
    );
    expect(hasRun).toBe(false);
  });
});

function explode(): never {
  throw new Error("boom");
}

describe("what cannot be passed on", () => {
  const nested = (depth: number): unknown => {
    let value: unknown = [];
    for (let level = 1; level < depth; level += 1) value = [value];
    return value;
  };
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const values: [string, () => unknown][] = [
    ["a value that is too deep", () => nested(20_000)],
    ["a cycle", () => cyclic],
    ["a BigInt", () => ({ count: 1n })],
    ["a getter that throws", () => Object.defineProperty({}, "x", { enumerable: true, get: explode })],
    ["a toJSON that throws", () => ({ toJSON: explode })],
    ["a proxy", () => new Proxy({}, { ownKeys: explode })],
    ["a proxy that hides what it is", () => new Proxy({}, { getPrototypeOf: explode })],
    ["an array that claims to be endless", () => new Array(4_000_000_000)],
    [
      "a graph that doubles at each level",
      () => Array.from({ length: 60 }).reduce((part) => [part, part], []),
    ],
  ];
  test.each(values)("says that the tool has run where it gives %s", async (_, handler) => {
    const { run, entries } = setUp({ handler, readOnly: false });
    const result = await run();
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(
      /^Error: test\.tool has run, but its result (?!.*internal error)/,
    );
    expect(entries).toMatchObject([{ outcome: "failed" }]);
  });

  test("survives whatever a tool throws", async () => {
    const thrown = [
      Object.create(null),
      new Proxy({}, { getPrototypeOf: explode }),
      Object.defineProperty(new Error(), "message", { get: explode }),
    ];
    for (const problem of thrown) {
      const { run, entries } = setUp({ handler: () => Promise.reject(problem) });
      expect((await run()).isError).toBe(true);
      expect(entries).toMatchObject([{ outcome: "failed" }]);
    }
    const long = setUp({ handler: () => Promise.reject(new Error("x".repeat(500_000))) });
    expect((await long.run()).content[0]?.text).toContain("[Cut: 100000 of 500000 characters.");
  });

  test("refuses arguments that nest too deep before the tool runs, and records that", async () => {
    let hasRun = false;
    const { run, entries } = setUp({
      handler: () => {
        hasRun = true;
      },
    });
    expect(await run({ unit: "m", extra: nested(20_000) })).toEqual(
      error("Invalid arguments for test.tool: they nest more than 512 levels deep"),
    );
    expect(hasRun).toBe(false);
    expect(entries).toMatchObject([{ outcome: "invalid", arguments: expect.stringMatching(/^.{2000}…$/) }]);
    expect((await run({ extra: nested(500) })).isError).toBeUndefined();
  });
});

describe("what a source answers as a whole", () => {
  const whole = (result: Partial<WholeResult>) =>
    setUp({
      handler: () => new WholeResult({ content: [{ type: "text", text: "no such row" }], ...result }),
    });

  test("ends as failed where the tool says so, in the tool's own words", async () => {
    const failing = whole({ isError: true });
    const content = [{ type: "text", text: "no such row" }];
    expect(await failing.call()).toEqual({
      kind: "failed",
      message: "no such row",
      result: { isError: true, content },
    });
    expect(await failing.run()).toEqual({ isError: true, content });
    expect(failing.entries).toMatchObject([{ outcome: "failed" }, { outcome: "failed" }]);
  });

  test("ends in a question where the server asks one", async () => {
    const question = { resultType: "input_required" };
    const asking = whole({ question });
    expect(await asking.call()).toEqual({ kind: "question", question });
    expect(asking.entries).toMatchObject([{ outcome: "ok" }]);
  });

  test("has a value for scripts: the structured content, or else the texts", async () => {
    const wantsValue = true;
    expect(await whole({}).call({ wantsValue })).toMatchObject({ kind: "ok", value: "no such row" });
    expect(await whole({ structuredContent: [1] }).call({ wantsValue })).toMatchObject({ value: [1] });
    expect(await whole({}).call()).not.toHaveProperty("value");
  });
});

test("the texts of a result are bounded together, and so are its blocks", async () => {
  const blocks = (count: number, length: number) =>
    new WholeResult({
      content: Array.from({ length: count }, () => ({ type: "text", text: "x".repeat(length) })),
    });
  const many = await setUp({ handler: () => blocks(300_000, 1) }).run();
  expect(many.content).toHaveLength(1_001);
  expect(many.content.at(-1)?.text).toMatch(/^\[Cut: 1000 of 300000 blocks\. For the rest, call again/);
  const long = await setUp({ handler: () => blocks(5, 60_000) }).run();
  expect(JSON.stringify(long).length).toBeLessThan(101_000);
  expect(long.content[1]?.text).toContain("[Cut: 40000 of 60000 characters.");
  expect(long.content[2]?.text).toMatch(/^\[Cut: 2 of 5 blocks/);
  const hidden = new WholeResult({
    content: [{ type: "text", text: "x", annotations: { filler: "x".repeat(11 * 1024 * 1024) } }],
  });
  expect((await setUp({ handler: () => hidden }).run()).content[0]?.text).toMatch(/over 10 MB/);
});

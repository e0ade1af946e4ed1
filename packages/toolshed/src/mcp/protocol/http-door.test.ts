import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ann } from "../../../../../test/fixtures/caller.ts";
import { listen } from "../../../../../test/fixtures/listen.ts";
import { Exchange } from "../../http/listener/exchange.ts";
import { ResponseReply } from "../../http/listener/response-reply.ts";
import { UnreadAnswers } from "../../http/listener/unread-answers.ts";
import type { Caller } from "../../policy/caller.ts";
import { UpstreamError } from "../../source/source.ts";
import { createWorkTurns, type WorkTurns } from "../../work/work-turns.ts";
import { canAsk } from "../questions/can-ask.ts";
import { createClientTickets } from "./client-tickets.ts";
import type { Attachment, McpEndpoint, McpRequest, Tell } from "./endpoint.ts";
import { metaKeys } from "./envelope.ts";
import { HttpDoor } from "./http-door.ts";
import type { Fields } from "./message.ts";
import { invalidParams } from "./protocol-error.ts";

const caller: Caller = { ...ann, role: "owner", via: "test", endpointId: "laptop" };
const tickets = createClientTickets(randomBytes(32));
const both = "application/json, text/event-stream";
const tools = { listChanged: true };

/** A promise that a test settles. */
function signal() {
  let fire = () => {};
  const fired = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { fire, fired };
}

async function open(
  more: Partial<McpEndpoint> = {},
  handle?: (request: McpRequest) => Promise<object> | object,
  answers = new UnreadAnswers(createWorkTurns()),
) {
  const seen: McpRequest[] = [];
  const endpoint: McpEndpoint = {
    info: () => ({ name: "test", version: "1" }),
    describe: () => ({ capabilities: { tools, resources: { subscribe: true } }, instructions: "Do." }),
    handlers: {
      "tools/list": () => ({ tools: [] }),
      "tools/call": (request) => {
        seen.push(request);
        return handle?.(request) ?? { content: [{ type: "text", text: request.client.name }] };
      },
      "resources/read": () => {
        throw new UpstreamError(-32002, "No such resource");
      },
      "prompts/list": () => ({ prompts: [] }),
    },
    ...more,
  };
  const door = new HttpDoor({ endpointOf: () => endpoint, tickets, report: () => "internal error" });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk) => chunks.push(chunk))
      .on("end", () => {
        const http = {
          method: request.method ?? "",
          headers: request.headers,
          body: Buffer.concat(chunks),
          caller,
        };
        const exchange = new Exchange(request, response);
        const reply = new ResponseReply(exchange, answers.open(exchange, "ann"));
        door.serve(http, reply).catch(() => response.destroy());
      });
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  onTestFinished(() => door.close());
  const send = (body: unknown, headers: Record<string, string> = {}, method = "POST", abort?: AbortSignal) =>
    fetch(url, {
      method,
      headers: { accept: both, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(abort && { signal: abort }),
    });
  return { door, seen, send };
}

const request = (method: string, params: Fields = {}, id: string | number = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const modern = (method: string, params: Fields = {}, meta: Fields = {}) => ({
  body: request(method, {
    ...params,
    _meta: { [metaKeys.version]: "2026-07-28", [metaKeys.capabilities]: {}, ...meta },
  }),
  headers: {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof params.name === "string" && { "mcp-name": params.name }),
    ...(typeof params.uri === "string" && { "mcp-name": params.uri }),
  },
});
const initialize = (capabilities: Fields = {}, version = "2025-11-25") =>
  request("initialize", {
    protocolVersion: version,
    capabilities,
    clientInfo: { name: "Old Client", version: "1" },
  });
const echo = request("tools/call", { name: "echo" });
/** The messages of a stream that has ended. */
const events = async (response: Response) =>
  (await response.text())
    .split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? JSON.parse(line.slice(6)) : []));

/** Reads a stream message by message. */
function reader(response: Response) {
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return async function next(): Promise<Fields> {
    for (;;) {
      const [, event] = /^data: (.*)\n\n/m.exec(text) ?? [];
      if (event !== undefined) {
        text = text.slice(text.indexOf(event) + event.length + 2);
        return JSON.parse(event);
      }
      const { value, done } = (await chunks?.read()) ?? { done: true };
      if (done) throw new Error(`The stream ended after: ${text}`);
      text += value;
    }
  };
}

test("answers a call of either era with JSON, in the words of its revision", async () => {
  const { send } = await open();
  const { body, headers } = modern(
    "tools/call",
    { name: "echo" },
    { [metaKeys.clientInfo]: { name: "New", version: "1" } },
  );
  const newer = await send(body, headers);
  expect(newer.headers.get("content-type")).toBe("application/json");
  expect(await newer.json()).toEqual({
    jsonrpc: "2.0",
    id: 1,
    result: {
      content: [{ type: "text", text: "New" }],
      resultType: "complete",
      _meta: { [metaKeys.serverInfo]: { name: "test", version: "1" } },
    },
  });
  const older = await send(echo, { "user-agent": "curl/8" });
  expect(older.headers.get("content-type")).toBe("application/json");
  expect(await older.json()).toEqual({
    jsonrpc: "2.0",
    id: 1,
    result: { content: [{ type: "text", text: "curl/8" }] },
  });
});

test("lists of 2026-07-28 say how long they may be kept", async () => {
  const { send } = await open({ toolsCache: { ttlMs: 60_000, cacheScope: "public" } });
  const list = modern("tools/list");
  const { result } = (await (await send(list.body, list.headers)).json()) as { result: Fields };
  expect(result).toMatchObject({ tools: [], ttlMs: 60_000, cacheScope: "public", resultType: "complete" });
  const discover = modern("server/discover");
  const discovered = (await (await send(discover.body, discover.headers)).json()) as { result: Fields };
  expect(discovered.result).toMatchObject({
    supportedVersions: ["2026-07-28"],
    capabilities: { tools },
    instructions: "Do.",
    ttlMs: 0,
    cacheScope: "private",
  });
});

test.each([
  ["ping", modern("ping"), 404, -32601],
  ["initialize", modern("initialize", { protocolVersion: "x" }), 404, -32601],
  ["an unknown method", modern("constructor"), 404, -32601],
  ["a method without its capability", modern("prompts/list"), 404, -32601],
  ["params of the wrong kind", modern("tools/call", { name: "echo", arguments: [] }), 200, -32602],
  ["an older code for a missing resource", modern("resources/read", { uri: "x:y" }), 200, -32602],
  ["what listens to nothing", modern("subscriptions/listen"), 200, -32602],
])("answers a request of 2026-07-28 for %s with an error", async (_, { body, headers }, status, code) => {
  const { send } = await open();
  const answer = await send(body, headers);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", id: 1, error: { code } });
});

test.each([
  ["an unknown method", request("constructor"), -32601],
  ["a method of a newer revision", request("server/discover"), -32601],
  ["a method without its capability", request("prompts/list"), -32601],
  ["a call without a name", request("tools/call"), -32602],
  ["a handshake without a client", request("initialize", { protocolVersion: "2025-11-25" }), -32602],
])("answers an older request for %s with an error, under 200", async (_, body, code) => {
  const { send } = await open();
  const answer = await send(body);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", id: 1, error: { code } });
});

test.each([
  ["text that is not JSON", "{", {}, 400, -32700],
  ["JSON that is not a message", "{}", {}, 400, -32600],
  ["an id that is null", { ...echo, id: null }, {}, 400, -32600],
  ["an id that is a fraction", { ...echo, id: 1.5 }, {}, 400, -32600],
  ["params that are an array", { ...echo, params: [] }, {}, 400, -32600],
  ["an empty batch", [], {}, 400, -32600],
  ["a batch of 101", Array(101).fill(echo), {}, 400, -32600],
  ["a batch with a newer request", [modern("ping").body], {}, 400, -32600],
  ["a batch with something else", [echo, 1], {}, 400, -32600],
  ["a batch that begins a session", [initialize(), echo], {}, 400, -32600],
  ["a type that is not JSON", echo, { "content-type": "text/plain; a=application/json" }, 415, -32000],
  ["a client that takes only JSON", echo, { accept: "application/json" }, 406, -32000],
  ["an unknown older revision", echo, { "mcp-protocol-version": "2020-01-01" }, 400, -32000],
  ["an unknown session", echo, { "mcp-session-id": "made.up" }, 404, -32001],
])("refuses %s", async (_, body, headers, status, code) => {
  const { send, seen } = await open();
  const answer = await send(body, headers);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", error: { code } });
  expect(seen).toEqual([]);
});

test("knows an older client by its session id, with the revision it asked for or the latest", async () => {
  const { send } = await open();
  const began = await send(initialize({ elicitation: {} }, "2025-03-26"));
  expect(await began.json()).toMatchObject({
    result: { protocolVersion: "2025-03-26", serverInfo: { name: "test" }, instructions: "Do." },
  });
  const id = began.headers.get("mcp-session-id") ?? "";
  expect(
    (await send({ jsonrpc: "2.0", method: "notifications/initialized" }, { "mcp-session-id": id })).status,
  ).toBe(202);
  const answer = await send(echo, { "mcp-session-id": id, "mcp-protocol-version": "2025-03-26" });
  expect(await answer.json()).toMatchObject({ result: { content: [{ text: "Old Client" }] } });
  expect(await (await send(initialize({}, "1999-01-01"))).json()).toMatchObject({
    result: { protocolVersion: "2025-11-25" },
  });
  for (const method of ["GET", "DELETE", "PUT"]) {
    const refused = await send(undefined, { "mcp-session-id": id }, method);
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST"]);
  }
});

test("answers a batch with as many answers as it has requests", async () => {
  const { send } = await open();
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  const answer = await send([echo, notification, request("ping", {}, "two")]);
  expect(await answer.json()).toMatchObject([{ id: 1 }, { id: "two", result: {} }]);
  expect(await (await send([echo])).json()).toHaveLength(1);
  expect((await send([notification])).status).toBe(202);
});

test("streams where something comes before the result", async () => {
  const handle = ({ send, id }: McpRequest) => {
    if (id === 1) send({ method: "notifications/progress", params: { progress: 1 } });
    return { content: [] };
  };
  const { send } = await open({}, handle);
  const { body, headers } = modern("tools/call", { name: "echo" });
  const single = await send(body, headers);
  expect(single.headers.get("content-type")).toBe("text/event-stream");
  expect(await events(single)).toMatchObject([
    { method: "notifications/progress", params: { progress: 1 } },
    { id: 1, result: { content: [], resultType: "complete" } },
  ]);
  const batch = await events(await send([{ ...echo, id: 0 }, echo]));
  expect(batch.filter(({ id }) => id !== undefined)).toMatchObject([{ id: 0 }, { id: 1 }]);
  expect(batch).toHaveLength(3);
});

test("tells nothing of errors of our own, and all of others'", async () => {
  const thrown = [
    new Error("secret"),
    invalidParams("Unknown tool: x"),
    new UpstreamError(-32042, "Visit", { at: 1 }),
  ];
  const { send } = await open({}, () => {
    throw thrown.shift();
  });
  const errorOf = async () => ((await (await send(echo)).json()) as { error: unknown }).error;
  expect(await errorOf()).toEqual({ code: -32603, message: "internal error" });
  expect(await errorOf()).toEqual({ code: -32602, message: "Unknown tool: x" });
  expect(await errorOf()).toEqual({ code: -32042, message: "Visit", data: { at: 1 } });
});

test("a client that leaves cancels its call", async () => {
  const [began, cancelled] = [signal(), signal()];
  const { send } = await open({}, async (asked) => {
    asked.signal.addEventListener("abort", cancelled.fire);
    began.fire();
    await cancelled.fired;
    return {};
  });
  const leaving = new AbortController();
  const { body, headers } = modern("tools/call", { name: "echo" });
  const sent = send(body, headers, "POST", leaving.signal).catch(() => {});
  await began.fired;
  leaving.abort();
  await cancelled.fired;
  await sent;
});

test("a client without a session in memory cancels a call by a notification, and only its own", async () => {
  const [began, cancelled] = [signal(), signal()];
  const { send } = await open({}, async (asked) => {
    asked.signal.addEventListener("abort", cancelled.fire);
    began.fire();
    await cancelled.fired;
    return { content: [] };
  });
  const idOf = async () => (await send(initialize())).headers.get("mcp-session-id") ?? "";
  const [own, other] = [await idOf(), await idOf()];
  const sent = send(echo, { "mcp-session-id": own });
  await began.fired;
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  let isCancelled = false;
  const noticed = cancelled.fired.then(() => {
    isCancelled = true;
  });
  await send(cancel, { "mcp-session-id": other });
  expect(isCancelled).toBe(false);
  await send(cancel, { "mcp-session-id": own });
  await noticed;
  expect((await sent).status).toBe(200);
});

test("an answer that takes long becomes a stream that is kept alive, where the client takes one", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const [began, over] = [signal(), signal()];
  const { send } = await open({}, async () => {
    began.fire();
    await over.fired;
    return { content: [] };
  });
  const { body, headers } = modern("tools/call", { name: "echo" });
  const sent = send(body, headers);
  await began.fired;
  vi.advanceTimersByTime(30_000);
  const answer = await sent;
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  over.fire();
  const text = await answer.text();
  expect(text).toMatch(/^: keepalive\n\n.*"resultType":"complete"/s);
});

test("listens until the client leaves or the gateway closes, and hears only what it asked for", async () => {
  let tell: Tell = () => {};
  const stopped = vi.fn();
  const { door, send } = await open({
    async listen(_wanted, _request, told) {
      tell = told;
      return stopped;
    },
  });
  const wanted = {
    notifications: { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ["a:b"] },
  };
  const { body, headers } = modern("subscriptions/listen", wanted);
  const next = reader(await send(body, headers));
  const _meta = { [metaKeys.subscriptionId]: 1 };
  expect(await next()).toMatchObject({
    method: "notifications/subscriptions/acknowledged",
    // There are no prompts.
    params: { notifications: { toolsListChanged: true, resourceSubscriptions: ["a:b"] }, _meta },
  });
  tell("notifications/prompts/list_changed");
  tell("notifications/resources/updated", { uri: "c:d" });
  tell("notifications/resources/updated", { uri: "a:b" });
  tell("notifications/tools/list_changed");
  expect(await next()).toMatchObject({
    method: "notifications/resources/updated",
    params: { uri: "a:b", _meta },
  });
  expect(await next()).toMatchObject({ method: "notifications/tools/list_changed", params: { _meta } });
  await door.close();
  expect(await next()).toMatchObject({ id: 1, result: { resultType: "complete", _meta } });
  expect(stopped).toHaveBeenCalledOnce();
});

test("a client that subscribes to nothing is told so immediately", async () => {
  const { send } = await open({ listen: async () => () => {} });
  const { body, headers } = modern("subscriptions/listen", { notifications: { promptsListChanged: true } });
  expect(await events(await send(body, headers))).toMatchObject([
    { method: "notifications/subscriptions/acknowledged", params: { notifications: {} } },
    { id: 1, result: { resultType: "complete" } },
  ]);
});

/** An endpoint whose older clients have sessions. */
async function openSession(
  handle?: (request: McpRequest) => Promise<object> | object,
  capabilities: Fields = {},
) {
  const attachment = {
    rootsChanged: vi.fn(),
    presenceChanged: vi.fn(),
    detach: vi.fn(async () => {}),
  } satisfies Attachment;
  const connections: NonNullable<McpRequest["connection"]>[] = [];
  const opened = await open(
    {
      async attach(connection) {
        connections.push(connection);
        return attachment;
      },
    },
    handle,
  );
  const began = await opened.send(initialize(capabilities));
  const headers = { "mcp-session-id": began.headers.get("mcp-session-id") ?? "" };
  await began.text();
  const [connection] = connections;
  if (!connection) throw new Error("No session began");
  return { ...opened, attachment, connection, headers };
}

test("a session can be asked in the middle of a call, and told something between them", async () => {
  const { send, headers, connection, attachment } = await openSession(
    async (asked) => {
      if (!canAsk(asked, "elicitation/create")) return { content: [] };
      const answer = await asked.connection?.ask("elicitation/create", { message: "Who?" }, asked);
      return { content: [{ type: "text", text: JSON.stringify(answer) }] };
    },
    { elicitation: {} },
  );
  const next = reader(await send(echo, headers));
  const question = await next();
  expect(question).toMatchObject({ method: "elicitation/create", params: { message: "Who?" } });
  const response = { jsonrpc: "2.0", id: question.id, result: { action: "accept" } };
  expect((await send(response, headers)).status).toBe(202);
  expect(await next()).toMatchObject({ id: 1, result: { content: [{ text: '{"action":"accept"}' }] } });

  expect(connection.isListening()).toBe(false);
  const outside = reader(await send(undefined, { ...headers, accept: "text/event-stream" }, "GET"));
  expect(connection.isListening()).toBe(true);
  connection.tell({ method: "notifications/tools/list_changed", params: {} });
  expect(await outside()).toMatchObject({ method: "notifications/tools/list_changed" });
  expect((await send(undefined, { ...headers, accept: "text/event-stream" }, "GET")).status).toBe(409);
  await send({ jsonrpc: "2.0", method: "notifications/roots/list_changed" }, headers);
  expect(attachment.rootsChanged).toHaveBeenCalledOnce();

  expect((await send(undefined, headers, "DELETE")).status).toBe(200);
  expect(attachment.detach).toHaveBeenCalledOnce();
  expect((await send(echo, headers)).status).toBe(404);
});

test("a call in a session ends when the client says so, and not when its connection breaks", async () => {
  const [began, cancelled] = [signal(), signal()];
  const { send, headers } = await openSession(async (asked) => {
    asked.signal.addEventListener("abort", cancelled.fire);
    began.fire();
    await cancelled.fired;
    return { content: [] };
  });
  const leaving = new AbortController();
  const stream = await send(echo, headers, "POST", leaving.signal);
  await began.fired;
  const other = await send(request("tools/list", {}, 2), headers);
  expect(await events(other)).toMatchObject([{ id: 2 }]);
  await send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }, headers);
  await cancelled.fired;
  expect(await events(stream)).toEqual([]);
});

test("where older clients have sessions, they have to begin one", async () => {
  const { send } = await openSession();
  expect((await send(echo)).status).toBe(400);
  expect((await send(undefined, { accept: "text/event-stream" }, "GET")).status).toBe(400);
  expect((await send(undefined, { accept: "application/json" }, "GET")).status).toBe(406);
  const put = await send(undefined, {}, "PUT");
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
});

describe("a large answer", () => {
  const large = { content: [{ type: "text", text: "x".repeat(1024 * 1024) }] };
  const call = modern("tools/call", { name: "get" });

  test("waits for a turn of its person, and small ones do not", async () => {
    const waiting: (() => void)[] = [];
    const entered = signal();
    const turns: WorkTurns = {
      enter(userId, bytes, begin) {
        expect(userId).toBe("ann");
        expect(bytes).toBeGreaterThan(1024 * 1024);
        waiting.push(begin);
        entered.fire();
      },
    };
    const { send } = await open(
      {},
      ({ params }) => (params.arguments ? {} : large),
      new UnreadAnswers(turns),
    );
    let isAnswered = false;
    const answering = send(call.body, call.headers).then((answer) => {
      isAnswered = true;
      return answer.text();
    });
    await entered.fired;
    const small = modern("tools/call", { name: "get", arguments: {} });
    expect((await send(small.body, small.headers)).status).toBe(200);
    expect(isAnswered).toBe(false);
    for (const begin of waiting) begin();
    expect((await answering).length).toBeGreaterThan(1024 * 1024);
  });

  test.each(["modern", "legacy"])("is replaced by an error while too much is unread: %s", async (era) => {
    const answers = new UnreadAnswers(createWorkTurns(), { maxPerKey: 1024 * 1024 });
    const { send } = await open({}, () => large, answers);
    const { body, headers } =
      era === "modern" ? call : { body: request("tools/call", { name: "get" }), headers: {} };
    const answer = await send(body, headers);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      id: 1,
      error: { code: -32000, message: expect.stringContaining("too many unread answers") },
    });
  });
});

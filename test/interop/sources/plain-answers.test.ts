import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { CLIENT_CAPABILITIES_META_KEY, createMcpHandler, Server } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test, vi } from "vitest";
import type { SourceCall } from "../../../packages/toolshed/src/source/source.ts";
import { openTestSource, type TestSource } from "../../fixtures/mcp-source.ts";

interface Asked {
  readonly id: number;
  readonly progressToken: unknown;
  readonly request: IncomingMessage;
}
type Answer = (response: ServerResponse, asked: Asked) => void;

const complete = { resultType: "complete" };
const text = { ...complete, content: [{ type: "text", text: "Grüße, 東京" }] };
const json = (response: ServerResponse, body: unknown, status = 200) =>
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(typeof body === "string" ? body : JSON.stringify(body));
const result = (id: number, value: unknown) => ({ jsonrpc: "2.0", id, result: value });
const failure = (id: number) => ({
  jsonrpc: "2.0",
  id,
  error: { code: -32_042, message: "Not now", data: 7 },
});

const answers: Record<string, Answer> = {
  text: (response, { id }) => json(response, result(id, text)),
  structured: (response, { id }) => json(response, result(id, { ...text, structuredContent: { a: [1] } })),
  failed: (response, { id }) => json(response, result(id, { ...text, isError: true })),
  image: (response, { id }) =>
    json(
      response,
      result(id, { ...complete, content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] }),
    ),
  odd_content: (response, { id }) =>
    json(response, result(id, { ...complete, content: [{ type: "text", text: 5 }] })),
  odd_result: (response, { id }) => json(response, result(id, "done")),
  odd_message: (response) => json(response, { hello: "world" }),
  no_json: (response) => json(response, "{oops"),
  other_id: (response, { id }) => json(response, result(id + 1, text)),
  error: (response, { id }) => json(response, failure(id)),
  bad_request: (response, { id }) => json(response, failure(id), 400),
  bad_request_in_words: (response) => json(response, "That was nothing", 400),
  unauthorized: (response) => json(response, { error: "who?" }, 401),
  forbidden: (response) => json(response, { error: "no" }, 403),
  not_found: (response) => json(response, { error: "where?" }, 404),
  broken: (response) => json(response, "It broke", 500),
  plain_text: (response) => response.writeHead(200, { "content-type": "text/plain" }).end("Hello"),
  moved: (response) => response.writeHead(307, { location: "/mcp/moved" }).end(),
  moved_far: (response) => response.writeHead(307, { location: "http://127.0.0.1:1/mcp" }).end(),
  cut: (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 500 }).write('{"json');
    setImmediate(() => response.destroy());
  },
  stream(response, { id, progressToken }) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const say = (message: object) => response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    const params = { progressToken, progress: 1, total: 2 };
    say({ jsonrpc: "2.0", method: "notifications/progress", params });
    say(result(id, text));
    response.end();
  },
};

interface Upstream {
  readonly url: string;
  /** Of the calls, in their order. */
  readonly headers: IncomingMessage["headers"][];
  readonly open: Set<IncomingMessage>;
}

/** A server of the newer revision by the SDK, except for its answers to calls. */
async function startUpstream(): Promise<Upstream> {
  const names = [...Object.keys(answers), "hang"];
  const handler = createMcpHandler(() => {
    const server = new Server({ name: "plain", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({
      tools: names.map((name) => ({
        name,
        inputSchema: { type: "object" as const },
        annotations: { readOnlyHint: true },
      })),
    }));
    return server;
  });
  const bySdk = getRequestListener((request) => handler.fetch(request), { overrideGlobalObjects: false });
  const headers: Upstream["headers"] = [];
  const open: Upstream["open"] = new Set();
  const server = createServer(async (request, response) => {
    if (request.headers["mcp-method"] !== "tools/call") return bySdk(request, response);
    headers.push(request.headers);
    open.add(request);
    response.on("close", () => open.delete(request));
    const { id, params } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const name = request.url === "/mcp/moved" ? "text" : params.name;
    answers[name]?.(response, { id, progressToken: params._meta.progressToken, request });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await handler.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, headers, open };
}

const openSource = (url: string, more: object = {}): Promise<TestSource> =>
  openTestSource("", { config: { transport: "http", url, allowPrivate: true, ...more } });

const outcome = (answer: Promise<unknown>) =>
  answer.then(
    (value) => ({ value }),
    ({ message, code }: Error & { code?: unknown }) => ({
      message: message.replace(/127\.0\.0\.1:\d+/, "host"),
      code,
    }),
  );

const { content } = text;
const value = { content, isError: false };
const refused = (status: number) =>
  `The server refuses the credentials (${status}). Connect it again in the Toolshed dashboard.`;
const image = { type: "image", data: "AAAA", mimeType: "image/png" };

/** What a caller gets for each of the answers. */
const outcomes: Record<string, object> = {
  text: { value },
  structured: { value: { ...value, structuredContent: { a: [1] } } },
  failed: { value: { content, isError: true } },
  image: { value: { content: [image], isError: false } },
  odd_content: { message: expect.stringMatching(/^Invalid result for tools\/call: content\.0: /) },
  odd_result: { message: "Invalid result: it is not an object" },
  odd_message: { message: "The server sent an answer that cannot be read", code: -32_603 },
  no_json: { message: "The server sent an answer that cannot be read", code: -32_603 },
  other_id: { message: "The server sent an answer that cannot be read", code: -32_603 },
  error: { message: "Not now", code: -32_042 },
  bad_request: { message: "Not now", code: -32_042 },
  bad_request_in_words: { message: "Error POSTing to endpoint: That was nothing" },
  unauthorized: { message: refused(401) },
  forbidden: { message: refused(403) },
  not_found: { message: 'Error POSTing to endpoint: {"error":"where?"}' },
  broken: { message: "Error POSTing to endpoint: It broke" },
  plain_text: { message: "Unexpected content type: text/plain" },
  moved: { value },
  moved_far: { message: "host redirects to 127.0.0.1:1, which must not get what was sent." },
  cut: { message: expect.stringMatching(/^host cannot be reached: /) },
  stream: { value },
};

/** Who calls must make no difference: whether a person can be asked, or the client answers for itself. */
const callers: Partial<SourceCall>[] = [
  {},
  { elicit: async () => ({ action: "cancel" }) },
  { clientChannel: { era: "modern", round: { meta: { [CLIENT_CAPABILITIES_META_KEY]: {} } } } },
];

test.each(Object.keys(answers))(
  "an answer of the kind %s has the same outcome for every caller",
  async (name) => {
    const { url, headers } = await startUpstream();
    const { call } = await openSource(url);
    for (const caller of callers) {
      headers.length = 0;
      expect(await outcome(call(name, {}, caller))).toMatchObject(outcomes[name] as object);
      expect(headers[0]).toMatchObject({
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": name,
      });
      // Nothing is done twice, for any answer: only redirects are requested again.
      expect(headers).toHaveLength(name === "moved" ? 2 : 1);
    }
  },
);

test("passes on progress and an error's data", async () => {
  const { url } = await startUpstream();
  const { call } = await openSource(url);
  const progress = vi.fn();
  expect(await call("stream", {}, { progress })).toMatchObject({ content });
  expect(progress).toHaveBeenCalledWith(expect.objectContaining({ progress: 1, total: 2 }));
  await expect(call("bad_request")).rejects.toMatchObject({ data: 7 });
});

test("each call has the key of its caller", async () => {
  const { url, headers } = await startUpstream();
  const auth = { type: "key", header: "X-Own-Key", prefix: "Key " };
  const { call } = await openSource(url, { auth });
  const as = (token: string) => call("text", {}, { auth: { getToken: async () => token } });
  await as("first-key");
  headers.length = 0;
  await Promise.all([as("first-key"), as("other-key"), as("third-key")]);
  expect(headers.map((own) => own["x-own-key"]).sort()).toEqual([
    "Key first-key",
    "Key other-key",
    "Key third-key",
  ]);
});

test("a call that is given up is given up at the server", async () => {
  const { url, open } = await startUpstream();
  const { call } = await openSource(url);
  await call("text");
  const ending = new AbortController();
  const hanging = call("hang", {}, { signal: ending.signal });
  await expect.poll(() => open.size).toBe(1);
  ending.abort(new Error("enough"));
  await expect(hanging).rejects.toThrow("enough");
  await expect.poll(() => open.size).toBe(0);
});

test("a source that is closed leaves no call behind", async () => {
  const { url, open } = await startUpstream();
  const source = await openSource(url);
  await source.call("text");
  const hanging = source.call("hang");
  hanging.catch(() => {});
  await expect.poll(() => open.size).toBe(1);
  await source.open.close();
  await expect(hanging).rejects.toThrow();
  await expect.poll(() => open.size).toBe(0);
});

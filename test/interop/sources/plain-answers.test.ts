import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
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

/** A server of the newer revision by the SDK, but for its answers to calls. */
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

/** A caller who could be asked is served by the SDK from the beginning. */
const bySdk: Partial<SourceCall> = { elicit: async () => ({ action: "cancel" }) };

test.each(Object.keys(answers))("%s is taken as the SDK takes it", async (name) => {
  const { url, headers } = await startUpstream();
  const { call } = await openSource(url);
  const plain = await outcome(call(name));
  const asked = headers.splice(0);
  const same = await outcome(call(name, {}, bySdk));
  // How a broken connection is told depends on the moment at which it was noticed.
  if (name !== "cut") expect(plain).toEqual(same);
  expect("value" in plain).toBe("value" in same);
  for (const header of ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]) {
    expect(asked[0]?.[header]).toEqual(headers[0]?.[header]);
  }
  // Nothing is done twice, for any answer: only redirects are requested again.
  if (!name.startsWith("moved")) expect(asked).toHaveLength(1);
});

test("texts arrive whole, and what comes before an answer is told", async () => {
  const { url } = await startUpstream();
  const { call } = await openSource(url);
  const { content } = text;
  expect(await call("text")).toMatchObject({ content });
  expect(await call("moved")).toMatchObject({ content });
  const progress = vi.fn();
  expect(await call("stream", {}, { progress })).toMatchObject({ content });
  expect(progress).toHaveBeenCalledWith(expect.objectContaining({ progress: 1, total: 2 }));
  await expect(call("bad_request")).rejects.toMatchObject({ code: -32_042, message: "Not now", data: 7 });
  await expect(call("unauthorized")).rejects.toThrow("refuses the credentials (401)");
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

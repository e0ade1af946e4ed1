import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const modernHeaders = {
  ...json,
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "call_tool",
};
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

const envelope = (clientInfo: string) =>
  `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":${clientInfo}}`;
const modernCall = (clientInfo: string, args = "{}") =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":${envelope(clientInfo)},"name":"call_tool","arguments":{"path":"samples.notes.list","arguments":${args}}}}`;

const post = (url: string, body: string, headers: Record<string, string> = json) =>
  fetch(url, { method: "POST", headers, body });

const { "mcp-name": _, ...unnamedHeaders } = modernHeaders;
const listenHeaders = { ...unnamedHeaders, "mcp-method": "subscriptions/listen" };
const listenBody = `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"_meta":${envelope('{"name":"x","version":"1"}')},"notifications":{"toolsListChanged":true}}}`;

/** The URL of an endpoint of one pinned tool, whose list of tools can be listened to. */
async function createPinned({ home }: TestGateway): Promise<string> {
  const args = ["endpoint", "create", "pinned", "--pin", "samples.notes.list"];
  const { stdout } = await runCommand(args, { TOOLSHED_HOME: home });
  return /MCP URL {4}(\S+)/.exec(stdout)?.[1] ?? "";
}

/** The same process still answers, and nothing has reached its last guard. */
async function expectUnharmed(gateway: TestGateway): Promise<void> {
  expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
  const answer = await post(gateway.mcpUrl, modernCall('{"name":"test","version":"1"}'), modernHeaders);
  expect(answer.status).toBe(200);
  expect(gateway.output()).not.toMatch(/unhandled|uncaught|internal error/i);
}

/** Sends the head of a request and waits for the answer, without ever sending the whole body. */
function answerTo(url: string, head: string, part = ""): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n${part}`));
    socket.on("data", (data) => {
      text += data;
      if (/\r\n\r\n.*\}$/s.test(text)) {
        socket.destroy();
        resolve(text);
      }
    });
    socket.on("error", reject).on("close", () => resolve(text));
  });
}

describe("a stranger", () => {
  test("cannot harm the gateway with a deep envelope", async () => {
    const gateway = await startGateway();
    const nobody = `${gateway.url}/api/mcp/nobody`;
    for (const depth of [100, 5_000, 50_000]) {
      expect((await post(nobody, modernCall(nested(depth)), modernHeaders)).status).toBe(404);
      const body = modernCall(`{"name":"x","version":"1","deep":${nested(depth)}}`);
      expect((await post(gateway.mcpUrl, body, modernHeaders)).status).toBe(400);
    }
    await expectUnharmed(gateway);
  });

  test("is answered before the body of the request is read", async () => {
    const gateway = await startGateway();
    const head = (path: string, more = "") =>
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${new URL(gateway.url).port}\r\nContent-Type: application/json\r\nContent-Length: 4000000${more}`;
    const ofMcp = await answerTo(gateway.url, head("/api/mcp/nobody"), '{"jsonrpc"');
    expect(ofMcp).toMatch(/^HTTP\/1.1 404/);
    const challenged = await answerTo(gateway.url, head("/api/mcp"));
    expect(challenged).toMatch(/^HTTP\/1.1 401/);
    expect(challenged).toMatch(/www-authenticate: Bearer .*resource_metadata=/i);
    const wrong = "\r\nAuthorization: Bearer tsk_wrong";
    expect(await answerTo(gateway.url, head("/api/mcp", wrong))).toMatch(/^HTTP\/1.1 401/);
    expect(await answerTo(gateway.url, head("/api/v1/sources", wrong))).toMatch(/^HTTP\/1.1 401/);
    expect(await answerTo(gateway.url, head("/api/v1/agent/serve/run", wrong))).toMatch(/^HTTP\/1.1 401/);
    expect(await answerTo(gateway.url, head("/api/v1/session"))).toMatch(/^HTTP\/1.1 413/);
    expect(await answerTo(gateway.url, head("/api/auth/oauth2/register"))).toMatch(/^HTTP\/1.1 413/);
  });

  test("is not asked for a body that would not be read", async () => {
    const gateway = await startGateway();
    const { port, pathname } = new URL(gateway.mcpUrl);
    const head = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue`;
    expect(await answerTo(gateway.url, head("/api/mcp/nobody"))).toMatch(/^HTTP\/1.1 404/);
    expect(await answerTo(gateway.url, head(pathname), "{}")).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP/);
  });

  test("is cut off with a body in crumbs, or with many requests sent ahead", async () => {
    const gateway = await startGateway();
    const { port } = new URL(gateway.url);
    const head = `POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${gateway.url}\r\n`;
    const crumbs = `Transfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(50_000)}`;
    const get = (path: string, headers = `Host: 127.0.0.1:${port}\r\n`) =>
      `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
    const expecting = get("/", `Host: 127.0.0.1:${port}\r\nExpect: x\r\n`);
    const ways = [
      head + crumbs,
      `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${crumbs}`,
      `GET / HTTP/1.1\r\nHost: elsewhere.example\r\n${crumbs}`,
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nExpect: x\r\n${crumbs}`,
      get("/nothing").repeat(5_000),
      get("/health").repeat(5_000),
      get("/nothing", "").repeat(5_000),
      expecting.repeat(5_000),
    ];
    for (const sent of ways) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
          socket.on("data", () => {});
          socket.write(sent);
          await new Promise((resolve) => socket.once("close", resolve));
        }),
      );
    }
    await expectUnharmed(gateway);
  });

  test("reads the answer to a large request instead of a reset", async () => {
    const gateway = await startGateway();
    const body = "[".repeat(900_000);
    for (let count = 0; count < 10; count += 1) {
      expect((await post(`${gateway.url}/api/mcp/nobody`, body)).status).toBe(404);
      expect((await post(`${gateway.url}/api/v1/session`, body)).status).toBe(413);
    }
    await expectUnharmed(gateway);
  });
});

describe("the holder of a token", () => {
  test("gets a parse error for JSON that nests too deep, wherever it does", async () => {
    const gateway = await startGateway();
    const bodies = [
      "[".repeat(4_000_000),
      '{"a":'.repeat(500_000),
      modernCall('{"name":"x","version":"1"}', nested(600)),
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":${nested(100)}}}`,
      `{"jsonrpc":"2.0","id":${nested(100)},"method":"tools/list"}`,
      `[${"1,".repeat(600_000)}1]`,
    ];
    for (const body of bodies) {
      const answer = await post(gateway.mcpUrl, body, modernHeaders);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700 } });
    }
    await expectUnharmed(gateway);
  });

  test("gets an answer to odd bodies, which neither change what is called nor pollute a prototype", async () => {
    const gateway = await startGateway();
    const call = (args: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"call_tool","arguments":${args}}}`;
    expect((await post(gateway.mcpUrl, call(`"${"x".repeat(4 * 1024 * 1024)}"`))).status).toBe(413);
    // The last of two equal keys counts, both for the policy and for the call.
    const twice = await post(
      gateway.mcpUrl,
      call('{"path":"samples.notes.list","path":"samples.notes.burn"}'),
    );
    expect(await twice.text()).toContain("Tool not found: samples.notes.burn");
    const polluting = '{"title":"t","__proto__":{"odd":1},"constructor":{"prototype":{"odd":1}}}';
    const made = await post(gateway.mcpUrl, call(`{"path":"samples.notes.create","arguments":${polluting}}`));
    expect(await made.text()).toContain('"title":"t"');
    const listed = await post(gateway.mcpUrl, call('{"path":"samples.notes.list"}'));
    expect(await listed.text()).not.toContain("odd");
    await expectUnharmed(gateway);
  });

  test("can pass arguments that nest as deep as real ones do", async () => {
    const gateway = await startGateway();
    const answer = await post(
      gateway.mcpUrl,
      modernCall('{"name":"x","version":"1"}', `{"deep":${nested(300)}}`),
      modernHeaders,
    );
    expect(answer.status).toBe(200);
  });

  test("bounds how many streams a person has open, and still answers their calls", async () => {
    const gateway = await startGateway();
    const url = await createPinned(gateway);
    const ending = new AbortController();
    const listen = (signal: AbortSignal) =>
      fetch(url, { method: "POST", headers: listenHeaders, body: listenBody, signal });
    for (const [count, status] of [
      [100, 200],
      [10, 429],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: count }, () => listen(ending.signal)));
      expect(answers.map((answer) => answer.status)).toEqual(Array(count).fill(status));
    }
    await expectUnharmed(gateway);
    ending.abort();
    const again = new AbortController();
    await expect.poll(async () => (await listen(again.signal)).status).toBe(200);
    again.abort();
  });

  test("has a budget for bodies that are under way", async () => {
    const gateway = await startGateway();
    const { port, pathname } = new URL(gateway.mcpUrl);
    const head = `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n`;
    const sockets = Array.from({ length: 40 }, () => connect(Number(port), "127.0.0.1"));
    const answers = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.on("error", () => resolve("error"));
          socket.on("data", (data) => resolve(String(data).slice(0, 12)));
          socket.write(head + " ".repeat(3_900_000));
        }),
    );
    expect(await Promise.race(answers)).toBe("HTTP/1.1 503");
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(() =>
        post(gateway.mcpUrl, modernCall('{"name":"x","version":"1"}'), modernHeaders).then(
          (answer) => answer.status,
        ),
      )
      .toBe(200);
  });
});

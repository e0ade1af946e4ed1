import { request } from "node:http";
import { expect, test } from "vitest";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";

const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

interface Reply {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** By node:http, since fetch neither sends a Host of one's own nor leaves paths as they are. */
function post(gateway: TestGateway, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const { hostname, port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        method: "POST",
        hostname,
        port,
        path,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      },
      (incoming) => {
        let text = "";
        incoming.on("data", (data) => {
          text += data;
        });
        incoming.on("end", () => {
          const { date: _, ...rest } = incoming.headers;
          resolve({ status: incoming.statusCode ?? 0, headers: rest, body: text });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

test("an unknown token gets the same 404 as a malformed one", async () => {
  const gateway = await startGateway();
  const other = await startGateway();
  const unknown = await post(gateway, `/api/mcp/${other.token}`);
  expect(unknown.status).toBe(404);
  const malformed = [
    "x",
    "%00",
    "a".repeat(10_000),
    gateway.token.toUpperCase(),
    gateway.token.slice(0, -1),
    `${gateway.token}/`,
    `/${gateway.token}`,
    `%2e%2e/${gateway.token}`,
  ];
  for (const token of malformed) expect(await post(gateway, `/api/mcp/${token}`), token).toEqual(unknown);
});

test("no credentials get 401 and are told how to give some", async () => {
  const gateway = await startGateway();
  const without = await post(gateway, "/api/mcp");
  expect(without.status).toBe(401);
  expect(without.headers["www-authenticate"]).toMatch(/^Bearer realm="toolshed", resource_metadata="http/);
  expect(without.headers["www-authenticate"]).not.toContain("error");

  const wrong = await post(gateway, "/api/mcp", { authorization: `Bearer ${gateway.token}x` });
  expect(wrong.status).toBe(401);
  expect(wrong.headers["www-authenticate"]).toContain('error="invalid_token"');
});

const foreign: Record<string, string>[] = [
  { host: "evil.example" },
  { host: "127.0.0.1.evil.example" },
  { host: "localhost:80@evil" },
  { origin: "null" },
  { origin: "https://evil.example" },
  { origin: "http://localhost.evil.example" },
  { origin: "http://127.0.0.1:1" },
];

test("a request by another name or from another page is refused", async () => {
  const gateway = await startGateway();
  const { pathname } = new URL(gateway.mcpUrl);
  for (const headers of foreign) {
    expect((await post(gateway, pathname, headers)).status, JSON.stringify(headers)).toBe(403);
  }
});

test("a request by its own names and from its own page passes", async () => {
  const gateway = await startGateway();
  const { port, pathname } = new URL(gateway.mcpUrl);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "LOCALHOST"]) {
    expect((await post(gateway, pathname, { host, origin: `http://${host}` })).status, host).toBe(200);
  }
});

test("prints the token in no line", async () => {
  const gateway = await startGateway({});
  const { pathname } = new URL(gateway.mcpUrl);
  const call = (path: string) =>
    fetch(gateway.mcpUrl, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "call_tool", arguments: { path } },
      }),
    });
  await call("samples.notes.list");
  await call(gateway.mcpUrl);
  await post(gateway, pathname, { "content-length": "3" }).catch(() => {});
  await post(gateway, `${pathname}/x`);
  await post(gateway, "/api/mcp", { authorization: `Bearer ${gateway.token}x` });
  await gateway.end("SIGINT");

  const lines = gateway.output();
  expect(lines).toContain("call samples.notes.list by local: ok");
  expect(lines).not.toContain(gateway.token.slice(0, 12));
});

test("looking at a sign-in link ahead doesn't use it up", async () => {
  const { signInLink } = await startGateway();
  const look = (init: RequestInit) => fetch(signInLink, { redirect: "manual", ...init });
  expect((await look({ method: "HEAD" })).status).toBe(204);
  expect((await look({ headers: { "Sec-Purpose": "prefetch;prerender" } })).status).toBe(503);
  const used = await look({});
  expect(used.status).toBe(302);
  expect(used.headers.getSetCookie()).not.toEqual([]);
});

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { createHost } from "../src/create-host.ts";
import { listToolsWithViews } from "../src/list-tools.ts";
import { startSampleServer } from "./sample-server.ts";

const origin = "http://127.0.0.1:3100";
const sandboxOrigin = "http://localhost:3101";

test("finds the tools with Views through the page's own origin", async () => {
  const server = await startSampleServer();
  onTestFinished(() => server.close());
  const { page } = createHost({ origin, sandboxOrigin, mcpUrl: server.url });

  const client = new Client({ name: "test", version: "1.0.0" });
  const fetchPage = async (url: string | URL, init?: RequestInit) => page.request(String(url), init);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { fetch: fetchPage }));
  onTestFinished(() => client.close());
  const tools = await listToolsWithViews(client);
  expect(tools.map(({ name }) => name)).toEqual(["greet"]);
});

test("answers no other site", async () => {
  const { page } = createHost({ origin, sandboxOrigin, mcpUrl: "http://127.0.0.1:9/mcp" });
  const request = (url: string, headers: Record<string, string> = {}) => page.request(url, { headers });
  expect((await request(`${origin}/settings.json`)).status).toBe(200);
  expect((await request(`${origin}/settings.json`, { origin: "https://example.com" })).status).toBe(403);
  expect((await request("http://example.com:3100/settings.json")).status).toBe(403);
});

test("shows Views only to this host, under a policy that reaches nothing", async () => {
  const { sandbox } = createHost({ origin, sandboxOrigin, mcpUrl: "http://127.0.0.1:9/mcp" });
  const load = (host: string) =>
    sandbox(new Request(`${sandboxOrigin}/sandbox?host=${host}&stage=${sandboxOrigin}`));
  const stage = await load(origin);
  expect(stage.status).toBe(200);
  expect(stage.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await load("https://example.com")).status).toBe(403);
});

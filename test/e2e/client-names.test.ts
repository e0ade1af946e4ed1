import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { root } from "../fixtures/source-files.ts";
import * as v1 from "../peers/sdk-v1.ts";

/** The clients of the calls on record, the latest first. */
async function recordedClients(gateway: TestGateway): Promise<string[]> {
  const answer = await requestAsCommand(gateway, "GET", "/calls");
  const { calls } = (await answer.json()) as { calls: { client: string }[] };
  return calls.map(({ client }) => client);
}

const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const call = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "call_tool", arguments: { path: "samples.notes.list" } },
};
const post = (url: string, body: object, more: Record<string, string> = {}) =>
  fetch(url, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });

test("clients of both eras and SDK majors are recorded under their own names", async () => {
  const gateway = await startGateway();
  const newer = await connectClient(gateway.mcpUrl);
  await newer.call("samples.notes.list");
  const older = await connectClient(gateway.mcpUrl, { mode: "legacy" });
  await older.call("samples.notes.list");
  expect(await recordedClients(gateway)).toEqual(["test client", "test client"]);

  const pinned = await runCommand(["endpoint", "create", "pins", "--pin", "samples.notes.list"], {
    TOOLSHED_HOME: gateway.home,
  });
  const [, url = ""] = /MCP URL {4}(\S+)/.exec(pinned.stdout) ?? [];
  const first = new v1.Client({ name: "of the first major", version: "1" });
  await first.connect(new v1.StreamableHTTPClientTransport(new URL(url)) as never);
  onTestFinished(() => first.close());
  await first.callTool({ name: "samples_notes_list", arguments: {} });
  expect((await recordedClients(gateway))[0]).toBe("of the first major");
});

test("a session id outlives a restart, and is worth nothing if it is of another endpoint or made up", async () => {
  const gateway = await startGateway({});
  const initialize = {
    ...call,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  };
  const id = (await post(gateway.mcpUrl, initialize)).headers.get("mcp-session-id") ?? "";
  const { stdout } = await runCommand(["endpoint", "create", "other"], { TOOLSHED_HOME: gateway.home });
  const [, other = ""] = /MCP URL {4}(\S+)/.exec(stdout) ?? [];
  expect((await post(other, call, { "mcp-session-id": id })).status).toBe(404);
  expect((await post(gateway.mcpUrl, call, { "mcp-session-id": "made.up" })).status).toBe(404);
  await gateway.end("SIGTERM");

  const again = await startGateway({ home: gateway.home });
  expect((await post(again.mcpUrl, call, { "mcp-session-id": id })).status).toBe(200);
  expect((await post(again.mcpUrl, call, { "user-agent": "curl/8" })).status).toBe(200);
  expect(await recordedClients(again)).toEqual(["curl/8", "raw"]);
});

test.each(["auto", "legacy"] as const)(
  "toolshed serve passes the name of its client on (%s)",
  async (mode) => {
    const gateway = await startGateway();
    const client = new Client({ name: `serve ${mode}`, version: "1" }, { versionNegotiation: { mode } });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(root, "packages/toolshed/bin/toolshed.js"), "serve"],
        env: { ...(process.env as Record<string, string>), TOOLSHED_HOME: gateway.home },
        stderr: "ignore",
      }),
    );
    onTestFinished(() => client.close());
    await client.callTool({ name: "run", arguments: { script: "return await tools.samples.notes.list()" } });
    expect(await recordedClients(gateway)).toEqual([`serve ${mode}`]);
  },
);

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import * as v1 from "../peers/sdk-v1.ts";

interface Answer {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

interface AnyClient {
  listTools(): Promise<{ tools: { name: string; annotations?: { destructiveHint?: boolean } }[] }>;
  callTool(request: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
}

const info = { name: "test", version: "1" };

async function connectV2(gateway: TestGateway, mode: "auto" | "legacy", door: Door): Promise<AnyClient> {
  const client = new Client(info, { versionNegotiation: { mode } });
  const { url, options } = doors[door](gateway);
  await client.connect(new StreamableHTTPClientTransport(url, options));
  expect(client.getProtocolEra()).toBe(mode === "auto" ? "modern" : "legacy");
  onTestFinished(() => client.close());
  return client as AnyClient;
}

async function connectV1(gateway: TestGateway, door: Door): Promise<AnyClient> {
  const client = new v1.Client(info);
  const { url, options } = doors[door](gateway);
  await client.connect(new v1.StreamableHTTPClientTransport(url, options) as never);
  onTestFinished(() => client.close());
  return client as AnyClient;
}

const doors = {
  "token in the URL": (gateway: TestGateway) => ({ url: new URL(gateway.mcpUrl), options: {} }),
  "Bearer header": (gateway: TestGateway) => ({
    url: new URL("/api/mcp", gateway.url),
    options: { requestInit: { headers: { Authorization: `Bearer ${gateway.token}` } } },
  }),
};
type Door = keyof typeof doors;

const clients: Record<string, (gateway: TestGateway, door: Door) => Promise<AnyClient>> = {
  "client 2.4, revision 2026-07-28": (gateway, door) => connectV2(gateway, "auto", door),
  "client 2.4, initialize": (gateway, door) => connectV2(gateway, "legacy", door),
  "SDK 1.x": connectV1,
};

describe.each(Object.keys(clients))("%s", (kind) => {
  test.each(Object.keys(doors) as Door[])("finds, reads and calls a tool (%s)", async (door) => {
    const gateway = await startGateway();
    const client = await (clients[kind] as (typeof clients)[string])(gateway, door);
    const use = async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as Answer;
    const textOf = (answer: Answer) => answer.content[0]?.text ?? "";

    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      "search_tools",
      "read_tool",
      "call_tool",
      "show_tool",
      "view_request",
    ]);
    expect(tools.find((tool) => tool.name === "call_tool")?.annotations?.destructiveHint).toBe(false);

    const found = JSON.parse(textOf(await use("search_tools", { query: "find my notes about the roadmap" })));
    expect(found[0]).toEqual({
      path: "samples.notes.search",
      name: "Search notes",
      description: expect.any(String),
      destructive: false,
      view: true,
      signature: expect.stringMatching(/^\(args: \{ query: string; .*\) => \{ .* \}$/),
    });

    const read = JSON.parse(textOf(await use("read_tool", { path: "samples.notes.delete" })));
    expect(read).toMatchObject({
      path: "samples.notes.delete",
      inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
      outputSchema: { type: "object" },
      destructive: true,
      authProvider: null,
    });

    const made = await use("call_tool", {
      path: "samples.notes.create",
      arguments: { title: "Roadmap", text: "Search first" },
    });
    expect(made.structuredContent).toMatchObject({ title: "Roadmap", text: "Search first" });
    const listed = await use("call_tool", { path: "samples.notes.list" });
    expect(JSON.parse(textOf(listed))).toMatchObject({ total: 1, notes: [{ title: "Roadmap" }] });
  });
});

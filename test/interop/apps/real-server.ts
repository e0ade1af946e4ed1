import { registerAppTool } from "@toolshed/apps/server";
import * as v1 from "../../peers/sdk-v1.ts";
import * as v2 from "../../peers/sdk-v2.ts";
import { z } from "../../peers/zod.ts";
import { aborted, nextValue, signalOf } from "./scene.ts";

export type Major = "1.x" | "2.x";

/** A real MCP server with a client of the same SDK connected to it. Both majors are used through the types of 2.x. */
export interface RealServer {
  client: v2.Client;
  server: v2.McpServer;
  /** The tool `slow` runs until it is cancelled. */
  slowStarted: Promise<void>;
  slowStopped: Promise<string>;
  close(): Promise<void>;
}

const sdks = { "1.x": v1 as never, "2.x": v2 } satisfies Record<Major, typeof v2>;
const info = { name: "real", version: "1.0.0" };
const resourceUri = "ui://real/view.html";

export async function startRealServer(major: Major): Promise<RealServer> {
  const { Client, InMemoryTransport, McpServer } = sdks[major];
  const server = new McpServer(info, { capabilities: { tools: { listChanged: true } } });
  const client = new Client(info);
  const slowStarted = nextValue<void>();
  const slowStopped = nextValue<string>();

  const outputSchema = z.object({ sum: z.number() });
  const inputSchema = z.object({ a: z.number(), b: z.number() });
  registerAppTool(
    server,
    "add",
    { inputSchema, outputSchema, _meta: { ui: { resourceUri } } },
    async ({ a, b }) => ({
      content: [{ type: "text", text: String(a + b) }],
      structuredContent: { sum: a + b },
      _meta: { trace: 1 },
    }),
  );
  registerAppTool(server, "fail", { _meta: { ui: { resourceUri } } }, async () => ({
    isError: true,
    content: [{ type: "text", text: "no" }],
  }));
  registerAppTool(
    server,
    "slow",
    { inputSchema: z.object({}), _meta: { ui: { resourceUri } } },
    async (_args: unknown, extra: unknown) => {
      slowStarted.give();
      await aborted(signalOf(extra));
      slowStopped.give("aborted");
      return { content: [] };
    },
  );
  registerAppTool(
    server,
    "model-only",
    { _meta: { ui: { resourceUri, visibility: ["model"] } } },
    async () => ({
      content: [{ type: "text", text: "secret" }],
    }),
  );
  server.registerResource("page", resourceUri, { mimeType: "text/html" }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/html", text: "<p>" }],
  }));
  server.registerPrompt("greet", { description: "Greets" }, async () => ({ messages: [] }));

  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    client,
    server,
    slowStarted: slowStarted.value,
    slowStopped: slowStopped.value,
    async close() {
      await client.close();
      await server.close();
    },
  };
}

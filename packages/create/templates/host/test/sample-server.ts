import { serve } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { RESOURCE_MIME_TYPE, registerAppResource, registerAppTool } from "@toolshed/apps/server";
import { z } from "zod";

const uri = "ui://greeting/view.html";

/** Starts an MCP server with one tool that has a View and one that has none. */
export async function startSampleServer(): Promise<{ url: string; close(): void }> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "sample", version: "1.0.0" });
    const config = { description: "Greet someone.", inputSchema: z.object({ name: z.string() }) };
    registerAppTool(
      server,
      "greet",
      { ...config, _meta: { ui: { resourceUri: uri } } },
      async ({ name }) => ({
        content: [{ type: "text", text: `Hello, ${name}` }],
      }),
    );
    server.registerTool("greet_quietly", config, async () => ({ content: [] }));
    registerAppResource(server, "Greeting", uri, {}, async () => ({
      contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text: "<h1>Hello</h1>" }],
    }));
    return server;
  });
  return new Promise((resolve) => {
    const server = serve(
      { fetch: (request) => handler.fetch(request), hostname: "127.0.0.1", port: 0 },
      ({ port }) => resolve({ url: `http://127.0.0.1:${port}/mcp`, close: () => server.close() }),
    );
  });
}

import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { RESOURCE_MIME_TYPE, registerAppResource, registerAppTool } from "@toolshed/apps/server";
import { serve } from "./serve.ts";

const URI = "ui://test/view.html";

/** Serves an MCP server with one tool, whose View is this HTML. Returns its MCP URL. */
export async function serveView(html: string): Promise<string> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "test", version: "1.0.0" });
    registerAppTool(server, "show", { _meta: { ui: { resourceUri: URI } } }, async () => ({ content: [] }));
    registerAppResource(server, "View", URI, {}, async () => ({
      contents: [{ uri: URI, mimeType: RESOURCE_MIME_TYPE, text: html }],
    }));
    return server;
  });
  return `${await serve("127.0.0.1", (request) => handler.fetch(request))}/mcp`;
}

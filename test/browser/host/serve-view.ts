import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { RESOURCE_MIME_TYPE, registerAppResource, registerAppTool } from "@toolshed/apps/server";
import { serve } from "./serve.ts";

/** Serves an MCP server with a tool for each View's HTML: `show`, `show-1` and so on. Returns its MCP URL. */
export async function serveView(...views: string[]): Promise<string> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "test", version: "1.0.0" });
    for (const [index, text] of views.entries()) {
      const name = index === 0 ? "show" : `show-${index}`;
      const uri = `ui://test/${name}.html`;
      registerAppTool(server, name, { _meta: { ui: { resourceUri: uri } } }, async () => ({ content: [] }));
      registerAppResource(server, name, uri, {}, async () => ({
        contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text }],
      }));
    }
    return server;
  });
  return `${await serve("127.0.0.1", (request) => handler.fetch(request))}/mcp`;
}

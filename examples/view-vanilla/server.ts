import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { RESOURCE_MIME_TYPE, registerAppResource, registerAppTool } from "@toolshed/apps/server";
import { z } from "zod";
import { makePalette } from "./palette.ts";

const VIEW_URI = "ui://palette/view.html";

/** The MCP server: one tool with a View, over Streamable HTTP. */
export function createPaletteServer(html: string): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "palette", version: "1.0.0" });
    registerAppTool(
      server,
      "make-palette",
      {
        title: "Make a palette",
        description: "Makes a palette of colours around a hue and shows it.",
        inputSchema: z.object({
          hue: z.int().min(0).max(359).default(210),
          count: z.int().min(3).max(8).default(5),
        }),
        _meta: { ui: { resourceUri: VIEW_URI } },
      },
      async ({ hue, count }) => {
        const palette = makePalette(hue, count);
        return { content: [{ type: "text", text: palette.colors.join(", ") }], structuredContent: palette };
      },
    );
    registerAppResource(server, "Palette", VIEW_URI, {}, async () => ({
      contents: [{ uri: VIEW_URI, mimeType: RESOURCE_MIME_TYPE, text: html }],
    }));
    return server;
  });
  return (request) => handler.fetch(request);
}

import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { RESOURCE_MIME_TYPE, registerAppResource, registerAppTool } from "@toolshed/apps/server";
import { z } from "zod";
import { findGardens, SEASONS } from "./garden.ts";
import { toResult } from "./to-result.ts";

const VIEW_URI = "ui://gardens/view.html";

/** The MCP server, over Streamable HTTP: a tool with a View, and one that only the View calls. */
export function createGardenServer(html: string): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "gardens", version: "1.0.0" });
    registerAppTool(
      server,
      "find-gardens",
      {
        title: "Find gardens",
        description: "Finds gardens that are worth a visit in a season and shows them.",
        inputSchema: z.object({ season: z.enum(SEASONS) }),
        annotations: { readOnlyHint: true },
        _meta: { ui: { resourceUri: VIEW_URI } },
      },
      async ({ season }) => toResult({ gardens: findGardens(season) }),
    );
    registerAppTool(
      server,
      "plan-visit",
      {
        title: "Plan a visit",
        description: "Plans a visit to a garden.",
        inputSchema: z.object({ garden: z.string(), date: z.iso.date(), people: z.int().min(1).max(20) }),
        _meta: { ui: { visibility: ["app"] } },
      },
      async (visit) => toResult({ planned: visit }),
    );
    registerAppResource(server, "Gardens", VIEW_URI, {}, async () => ({
      contents: [{ uri: VIEW_URI, mimeType: RESOURCE_MIME_TYPE, text: html }],
    }));
    return server;
  });
  return (request) => handler.fetch(request);
}

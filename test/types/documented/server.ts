// The documented examples of the server's helpers, as they are written there.
import {
  RESOURCE_MIME_TYPE,
  RESOURCE_URI_META_KEY,
  registerAppResource,
  registerAppTool,
} from "@toolshed/apps/server";
import type { CallToolResult, McpServer, ReadResourceResult, ToolAnnotations } from "../../peers/sdk-v1.ts";
import { z } from "../../peers/zod.ts";

declare const server: McpServer;
declare const annotations: ToolAnnotations;
declare const handler: () => Promise<CallToolResult>;
declare const readHandler: () => Promise<ReadResourceResult>;

registerAppTool(
  server,
  "show-cart",
  {
    title: "Cart",
    description: "Shows the cart",
    inputSchema: { id: z.string() },
    outputSchema: { total: z.number() },
    annotations,
    _meta: { ui: { resourceUri: "ui://cart/widget.html", visibility: ["model", "app"] } },
  },
  handler,
);

registerAppTool(
  server,
  "plain",
  { description: "Shows the cart", _meta: { ui: { resourceUri: "ui://cart/widget.html" } } },
  handler,
);

registerAppTool(
  server,
  "refresh",
  {
    description: "App-only: hidden from model, only callable by the UI",
    _meta: { ui: { resourceUri: "ui://cart/widget.html", visibility: ["app"] } },
  },
  handler,
);

registerAppResource(
  server,
  "Cart",
  "ui://cart/widget.html",
  {
    description: "The cart",
    mimeType: RESOURCE_MIME_TYPE,
    _meta: {
      ui: {
        csp: {
          connectDomains: ["https://api.example.com"],
          resourceDomains: ["https://cdn.example.com"],
        },
      },
    },
  },
  readHandler,
);

export const key: "ui/resourceUri" = RESOURCE_URI_META_KEY;
export const mimeType: "text/html;profile=mcp-app" = RESOURCE_MIME_TYPE;

// The protocol alone: a low-level server of the SDK with one tool.
import { serve } from "@hono/node-server";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { echo } from "./echo.mjs";

const tools = [{ name: "call_tool", description: "Echo", inputSchema: { type: "object" } }];
const handler = createMcpHandler(() => {
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", ({ params }) => {
    const value = echo(params.arguments?.arguments);
    return {
      content: [{ type: "text", text: JSON.stringify(value, undefined, 2) }],
      structuredContent: value,
    };
  });
  return server;
});
const app = new Hono().all("/", (context) => handler.fetch(context.req.raw));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.send({ url: `http://127.0.0.1:${port}/` }),
);

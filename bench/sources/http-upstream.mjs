// An MCP server over HTTP with one tool, on the SDK alone.
import { serve } from "@hono/node-server";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";

const tools = [
  {
    name: "echo",
    description: "Gives back a text",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
  },
];
const handler = createMcpHandler(() => {
  const server = new Server({ name: "bench", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", ({ params }) => ({
    content: [{ type: "text", text: `echo ${params.arguments?.text ?? ""}` }],
  }));
  return server;
});
serve({ fetch: (request) => handler.fetch(request), hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  process.send({ url: `http://127.0.0.1:${port}/mcp` });
});

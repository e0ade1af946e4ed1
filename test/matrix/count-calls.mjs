import { createServer } from "node:http";
import { forward } from "../../examples/forward.mjs";
import { toListener } from "../../examples/to-listener.mjs";
import { listen } from "./listen.mjs";

/** Stands between a host and an MCP server, and counts what reaches the server. */
export async function startCounter(mcpUrl) {
  const calls = [];
  const server = createServer(
    toListener(async (request) => {
      const copy = request.clone();
      if (request.method === "POST") note(await copy.json());
      return forward(request, mcpUrl);
    }),
  );
  const note = ({ method, params }) => {
    if (method === "tools/call") calls.push(params.name);
    else if (method === "resources/read") calls.push(params.uri);
  };
  const port = await listen(server, "127.0.0.1");
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

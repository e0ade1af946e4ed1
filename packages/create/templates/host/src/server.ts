import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { createHost } from "./create-host.ts";

const mcpUrl = process.env.MCP_URL;
if (!mcpUrl) {
  console.error("Set MCP_URL to the URL of an MCP server, such as MCP_URL=http://127.0.0.1:3001/mcp");
  process.exit(1);
}
const port = Number(process.env.PORT ?? 3100);
const sandboxPort = Number(process.env.SANDBOX_PORT ?? port + 1);
const origin = `http://127.0.0.1:${port}`;

// On one machine, 127.0.0.1 and localhost are two sites. In production, use two domains.
const { page, sandbox } = createHost({ origin, sandboxOrigin: `http://localhost:${sandboxPort}`, mcpUrl });
page.use(serveStatic({ root: "dist/page" }));

serve({ fetch: sandbox, hostname: "localhost", port: sandboxPort });
serve({ fetch: page.fetch, hostname: "127.0.0.1", port }, () => console.warn(`Open ${origin}`));

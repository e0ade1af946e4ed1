import { createSandboxHandler } from "@toolshed/apps/host";
import { Hono } from "hono";
import { proxy } from "hono/proxy";

export interface HostOptions {
  /** Where people open the page, such as http://127.0.0.1:3100. */
  readonly origin: string;
  /** Where Views run. It must be another site: cookies ignore ports, so another port is not enough. */
  readonly sandboxOrigin: string;
  readonly mcpUrl: string;
}

/** The host's page and the sandbox, each a handler of its own origin. */
export function createHost({ origin, sandboxOrigin, mcpUrl }: HostOptions) {
  const page = new Hono();
  page.use(async (c, next) => {
    // Another host name or origin means that another site is asking.
    const isOwn = new URL(c.req.url).origin === origin && (c.req.header("origin") ?? origin) === origin;
    return isOwn ? next() : c.text("Forbidden", 403);
  });
  page.get("/settings.json", (c) => c.json({ sandboxUrl: `${sandboxOrigin}/sandbox` }));
  // The page talks to its own origin, so the MCP URL and its token stay on the server.
  page.all("/mcp", async (c) => {
    const headers = { ...c.req.header(), host: undefined, origin: undefined };
    try {
      return await proxy(mcpUrl, { raw: c.req.raw, headers });
    } catch {
      return c.text("Couldn't reach the MCP server. Check MCP_URL and try again.", 502);
    }
  });
  return { page, sandbox: createSandboxHandler({ hostOrigins: [origin] }) };
}

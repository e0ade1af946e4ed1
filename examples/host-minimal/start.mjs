// Shows the Views of an MCP server. Usage: node examples/host-minimal/start.mjs <MCP URL>, with PORT in the environment (3100).
import { readFileSync } from "node:fs";
import { bundle, bundleScript } from "../bundle.mjs";
import { forward } from "../forward.mjs";
import { listen } from "../listen.mjs";

const mcpUrl = process.argv[2];
if (!mcpUrl) {
  process.stderr.write(
    "Give the URL of an MCP server: node examples/host-minimal/start.mjs http://127.0.0.1:3001/mcp\n",
  );
  process.exit(1);
}
const folder = new URL(".", import.meta.url);
const html = readFileSync(new URL("host.html", folder), "utf8");
const script = await bundleScript(new URL("host.ts", folder));
const { createSandboxHandler } = await import(await bundle(new URL("sandbox.ts", folder)));

const port = Number(process.env.PORT ?? 3100);
// Two names of one machine are two sites: the View's page shares nothing with the host's.
const hostOrigin = `http://127.0.0.1:${port}`;
const sandboxPort = Number(process.env.SANDBOX_PORT ?? port + 1);
const sandboxUrl = `http://localhost:${sandboxPort}/sandbox`;

const respond = (body, type) => new Response(body, { headers: { "content-type": `${type}; charset=utf-8` } });
const routes = {
  "/": () => respond(html, "text/html"),
  "/host.js": () => respond(script, "text/javascript"),
  "/settings.json": () => respond(JSON.stringify({ sandboxUrl, mcpUrl }), "application/json"),
  "/mcp": forwardOwn,
};

function respondToPage(request) {
  const { pathname, origin } = new URL(request.url);
  // A request under another host name comes from another site (DNS rebinding).
  if (origin !== hostOrigin) return new Response(null, { status: 403 });
  return routes[pathname]?.(request) ?? new Response(null, { status: 404 });
}

listen(respondToPage, { port });
listen(createSandboxHandler({ hostOrigins: [hostOrigin] }), {
  host: "localhost",
  port: sandboxPort,
  variable: "SANDBOX_PORT",
  onListening: () => process.stdout.write(`${hostOrigin}\n`),
});

function forwardOwn(request) {
  const origin = request.headers.get("origin") ?? hostOrigin;
  return origin === hostOrigin ? forward(request, mcpUrl) : new Response(null, { status: 403 });
}

// Starts the example's MCP server. Usage: node examples/view-vanilla/start.mjs, with PORT in the environment (3001).
import { bundle, bundleInto } from "../bundle.mjs";
import { listen } from "../listen.mjs";

const folder = new URL(".", import.meta.url);
const html = await bundleInto(new URL("view.html", folder), new URL("view.ts", folder));
const { createPaletteServer } = await import(await bundle(new URL("server.ts", folder)));

const port = Number(process.env.PORT ?? 3001);
listen(createPaletteServer(html), {
  port,
  variable: process.env.PORT_VARIABLE,
  onListening: () => process.stdout.write(`http://127.0.0.1:${port}/mcp\n`),
});

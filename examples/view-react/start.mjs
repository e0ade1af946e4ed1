// Starts the example's MCP server. Usage: node examples/view-react/start.mjs, with PORT in the environment (3001).
import { bundle } from "../bundle.mjs";
import { listen } from "../listen.mjs";
import { html } from "./build.mjs";

const folder = new URL(".", import.meta.url);
const { createGardenServer } = await import(await bundle(new URL("server.ts", folder)));

const port = Number(process.env.PORT ?? 3001);
listen(createGardenServer(html), {
  port,
  variable: process.env.PORT_VARIABLE,
  onListening: () => process.stdout.write(`http://127.0.0.1:${port}/mcp\n`),
});

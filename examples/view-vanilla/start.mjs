// Starts the example's MCP server. Usage: node examples/view-vanilla/start.mjs, with PORT in the environment (3001).
import { createServer } from "node:http";
import { bundle, bundleInto } from "../bundle.mjs";
import { toListener } from "../to-listener.mjs";

const folder = new URL(".", import.meta.url);
const html = await bundleInto(new URL("view.html", folder), new URL("view.ts", folder));
const { createPaletteServer } = await import(await bundle(new URL("server.ts", folder)));

const port = Number(process.env.PORT ?? 3001);
createServer(toListener(createPaletteServer(html))).listen(port, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);
});

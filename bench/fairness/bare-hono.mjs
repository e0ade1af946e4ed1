// A hono server that answers everything with the same small JSON.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono().all("*", (context) => context.json({ jsonrpc: "2.0", id: 1, result: {} }));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.send(`http://127.0.0.1:${port}`);
});
process.on("disconnect", () => process.exit());

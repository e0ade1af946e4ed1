// The limit: a JSON route that does the same work without any protocol.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { echo } from "./echo.mjs";

const app = new Hono().post("/", async (context) => {
  const { params } = await context.req.json();
  return context.json({ result: echo(params.arguments.arguments) });
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.send({ url: `http://127.0.0.1:${port}/` }),
);

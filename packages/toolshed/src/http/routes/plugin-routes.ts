import { Hono } from "hono";
import { z } from "zod";
import type { AddedPlugins } from "../../catalog/added-plugins.ts";
import type { PluginAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { commandsOnly } from "../guards/only.ts";
import { notFound } from "../not-found.ts";
import { readBody } from "./read-body.ts";

const plugin = z.object({ specifier: z.string().min(1).max(4_000) });

/** A plugin is code that runs in the gateway: only a command on its own machine adds one. */
export function pluginRoutes(plugins: AddedPlugins): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>()
    .use(commandsOnly)
    .post("/", async (context) => {
      const { name, tools } = await plugins.add((await readBody(context, plugin)).specifier);
      return context.json<PluginAnswer>({ name, toolCount: tools.length }, 201);
    })
    .delete("/", async (context) => {
      const removed = await plugins.remove((await readBody(context, plugin)).specifier);
      return removed ? context.json({}) : notFound(context);
    });
}

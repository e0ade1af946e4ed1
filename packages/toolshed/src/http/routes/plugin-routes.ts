import { z } from "zod";
import type { AddedPlugins } from "../../catalog/added-plugins.ts";
import { commandsOnly } from "../guards/only.ts";
import { found } from "../not-found.ts";
import { guarded, route } from "./route.ts";

const plugin = z.object({ specifier: z.string().min(1).max(4_000) });

/** A plugin is code that runs in the gateway: only a command on its own machine adds one. */
export function pluginRoutes(plugins: AddedPlugins) {
  return guarded(commandsOnly, [
    route("POST /plugins", { body: plugin, status: 201 }, async ({ body }) => {
      const { name, tools } = await plugins.add(body.specifier);
      return { name, toolCount: tools.length };
    }),
    route("DELETE /plugins", { body: plugin }, async ({ body }) => {
      found(await plugins.remove(body.specifier));
    }),
  ]);
}

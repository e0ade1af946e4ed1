import { z } from "zod";
import { found } from "../answer.ts";
import { commandsOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { guarded, route } from "./route.ts";

const plugin = z.object({ specifier: z.string().min(1).max(4_000) });

/** A plugin is code that runs in the gateway: only a command on its own machine adds one. */
export function pluginRoutes({ addedPlugins }: AppParts) {
  return guarded(commandsOnly, [
    route("POST /plugins", { body: plugin, status: 201 }, async ({ body }) => {
      const { name, tools } = await addedPlugins.add(body.specifier);
      return { name, toolCount: tools.length };
    }),
    route("DELETE /plugins", { body: plugin }, async ({ body }) => {
      found(await addedPlugins.remove(body.specifier));
    }),
  ]);
}

import { z } from "zod";
import type { Caller } from "../../policy/caller.ts";
import { refusePrograms } from "../../policy/manage.ts";
import { missingPages } from "../../source/plugin/missing-pages.ts";
import { found, refuse } from "../answer.ts";
import { adminsOnly, commandsOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { guarded, route } from "./route.ts";

const trust = z.enum(["ask", "always"]);
const newSource = z.object({
  id: z.string().max(100),
  kind: z.string().max(20),
  config: z.unknown(),
  secrets: z.unknown().optional(),
  trust: trust.optional(),
});
const changes = z.object({ trust });
const document = z.object({ text: z.string() });

/** For admins only: a source decides what everybody's agents can do. One that runs a program needs more than that. */
export function sourceRoutes({ sources, members }: AppParts) {
  async function checkPrograms(caller: Caller): Promise<void> {
    const member = await members.find(caller.userId);
    refuse(refusePrograms(caller, member?.mayAddPrograms === true));
  }

  return guarded(adminsOnly, [
    route("GET /sources", {}, () => ({ sources: sources.list() })),
    route("POST /sources", { body: newSource, status: 201 }, async ({ body, caller }) => {
      if (await sources.runsProgram(body)) await checkPrograms(caller);
      return sources.add(body, caller.userId);
    }),
    route("GET /sources/:id", {}, ({ params }) => found(sources.find(params.id))),
    route("PUT /sources/:id", { body: changes }, async ({ params, body }) =>
      found(await sources.setTrust(params.id, body.trust)),
    ),
    route("POST /sources/:id/approve", {}, async ({ params }) => found(await sources.approve(params.id))),
    route("POST /sources/:id/refresh", {}, async ({ params, caller }) =>
      found(await sources.refresh(params.id, caller)),
    ),
    route("PUT /sources/:id/document", { body: document }, async ({ params, body }) =>
      found(await sources.readDocument(params.id, body.text)),
    ),
    route("DELETE /sources/:id", {}, async ({ params }) => {
      found(await sources.remove(params.id));
    }),
  ]);
}

const plugin = z.object({ specifier: z.string().min(1).max(4_000) });

/** A plugin is code that runs in the gateway: only a command on its own machine adds one. */
export function pluginRoutes({ addedPlugins }: AppParts) {
  return guarded(commandsOnly, [
    route("POST /plugins", { body: plugin, status: 201 }, async ({ body }) => {
      const plugin = await addedPlugins.add(body.specifier);
      const { name, tools } = plugin;
      return { name, toolCount: tools.length, warnings: await missingPages(plugin) };
    }),
    route("DELETE /plugins", { body: plugin }, async ({ body }) => {
      found(await addedPlugins.remove(body.specifier));
    }),
  ]);
}

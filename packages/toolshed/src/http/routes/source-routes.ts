import { z } from "zod";
import type { PreviewRequest } from "../../catalog/source-previews.ts";
import type { NewSource } from "../../catalog/sources.ts";
import type { Caller } from "../../policy/caller.ts";
import { refuseLocalFiles, refusePrograms } from "../../policy/manage.ts";
import { missingPages } from "../../source/plugin/missing-pages.ts";
import { found, refuse } from "../answer.ts";
import { isLoopback } from "../guards/is-loopback.ts";
import { adminsOnly, commandsOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { guarded, route } from "./route.ts";

const trust = z.enum(["ask", "always"]);
/** A server in the file of another program on the gateway's machine. Its secrets never leave that. */
const from = z.object({ file: z.string().max(4_000), name: z.string().max(1_000) });
const given = z.object({
  id: z.string().max(100),
  kind: z.string().max(20),
  config: z.unknown(),
  secrets: z.unknown().optional(),
  trust: trust.optional(),
  from: from.optional(),
});
/** `preview` is the ticket of a preview that is open: what was found there is added. */
const newSource = given.extend({ preview: z.string().max(100).optional() });
const previews = z.object({
  sources: z
    .array(given.extend({ key: z.string().max(200) }))
    .min(1)
    .max(10),
});
const pasted = z.object({ text: z.string() });
const changes = z.object({ trust });
const edited = z.object({ config: z.unknown(), secrets: z.unknown().optional() });
const document = z.object({ text: z.string() });
const decided = z
  .array(z.object({ name: z.string().max(1_000), version: z.string().max(200) }))
  .min(1)
  .max(5_000);
const approval = z.object({ tools: decided.optional() });
const rejection = z.object({ tools: decided });
/** A name and a version for each of as many tools as a source may have. */
const maxDecided = 25_000;

/** For admins only: a source decides what everybody's agents can do. One that runs a program needs more than that. */
export function sourceRoutes({ sources, sourcePreviews, localServers, members, eventStream }: AppParts) {
  async function programsRefused(caller: Caller): Promise<string | undefined> {
    const member = await members.find(caller.userId);
    return refusePrograms(caller, member?.mayAddPrograms === true);
  }

  async function checkPrograms(source: NewSource, caller: Caller): Promise<void> {
    if (await sources.runsProgram(source)) refuse(await programsRefused(caller));
  }

  /** What is in a file takes the place of what was sent. */
  async function resolve<Given extends NewSource & { from?: z.output<typeof from> | undefined }>(
    { from, ...source }: Given,
    caller: Caller,
    clientAddress: string,
  ): Promise<Omit<Given, "from">> {
    if (!from) return source;
    refuse(refuseLocalFiles(caller, isLoopback(clientAddress)));
    const all = await localServers();
    const { config, secrets } = found(all.find(({ file, name }) => file === from.file && name === from.name));
    return { ...source, kind: "mcp", config, secrets };
  }

  return guarded(adminsOnly, [
    route("GET /sources", {}, () => ({ sources: sources.list() })),
    route("POST /sources", { body: newSource, status: 201 }, async ({ body, caller, context }) => {
      const { preview, ...sent } = body;
      const draft = preview === undefined ? undefined : sourcePreviews.peek(preview, caller.userId);
      const source = draft?.record ?? (await resolve(sent, caller, context.env.clientAddress));
      await checkPrograms(source, caller);
      const taken = draft && sourcePreviews.take(preview as string, caller.userId);
      return taken ? sources.addDraft(taken) : sources.add(source, caller.userId);
    }),
    route("POST /sources/detect", { body: pasted }, async ({ body, caller }) => {
      const { detectSource } = await import("../../source/detect/detect-source.ts");
      const { candidates, problem } = detectSource(body.text);
      const refused = await programsRefused(caller);
      return {
        problem: problem ?? null,
        candidates: candidates.map((candidate) => ({
          ...candidate,
          id: sources.suggestId(candidate.id),
          /** Why this caller may not add it. */
          refused: candidate.config.transport === "stdio" ? (refused ?? null) : null,
        })),
      };
    }),
    route("POST /sources/preview", { body: previews }, async ({ body, caller, context }) => {
      const requests: PreviewRequest[] = [];
      for (const one of body.sources) {
        const request = await resolve(one, caller, context.env.clientAddress);
        if (request.kind !== "address") await checkPrograms(request, caller);
        requests.push(request);
      }
      const leave = sourcePreviews.enter(caller.userId);
      try {
        return eventStream(context, (stream, signal) =>
          sourcePreviews
            .run(requests, caller.userId, (event) => stream.writeSSE({ data: JSON.stringify(event) }), signal)
            .finally(leave),
        );
      } catch (error) {
        leave();
        throw error;
      }
    }),
    route("GET /local-servers", {}, async ({ caller, context }) => {
      const refused = refuseLocalFiles(caller, isLoopback(context.env.clientAddress));
      if (refused !== undefined) return { refused, servers: [] };
      const { describeLocal } = await import("../../source/detect/local-servers.ts");
      const servers = (await localServers()).map(describeLocal);
      return {
        refused: null,
        servers: servers.map((server) => ({ ...server, id: sources.suggestId(server.id) })),
      };
    }),
    route("GET /sources/:id", {}, ({ params }) => found(sources.find(params.id))),
    route("PUT /sources/:id", { body: changes }, async ({ params, body }) =>
      found(await sources.setTrust(params.id, body.trust)),
    ),
    route("GET /sources/:id/settings", {}, async ({ params }) => found(await sources.settings(params.id))),
    route("PUT /sources/:id/settings", { body: edited }, async ({ params, body, caller }) => {
      const { kind } = found(sources.find(params.id));
      await checkPrograms({ id: params.id, kind, ...body }, caller);
      return found(await sources.edit(params.id, body, caller.userId));
    }),
    route("GET /sources/:id/review", {}, async ({ params }) => found(await sources.review(params.id))),
    route("POST /sources/:id/approve", { body: approval, maxValues: maxDecided }, async ({ params, body }) =>
      found(await sources.approve(params.id, body.tools)),
    ),
    route("POST /sources/:id/reject", { body: rejection, maxValues: maxDecided }, async ({ params, body }) =>
      found(await sources.reject(params.id, body.tools)),
    ),
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

import { z } from "zod";
import type { Members } from "../../account/members.ts";
import type { Sources } from "../../catalog/sources.ts";
import type { Caller } from "../../policy/caller.ts";
import { refusePrograms } from "../../policy/manage.ts";
import { adminsOnly } from "../guards/only.ts";
import { found } from "../not-found.ts";
import { refuse } from "../refuse.ts";
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
export function sourceRoutes(sources: Sources, members: Members) {
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

import { z } from "zod";
import { refuseToGive } from "../../policy/manage.ts";
import { UserError } from "../../user-error.ts";
import { found, refuse } from "../answer.ts";
import { adminsOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { guarded, route } from "./route.ts";

const newInvitation = z.object({
  email: z.email().max(254).optional(),
  role: z.string().max(100).default("member"),
});

export function invitationRoutes({ invitations, roles, origin }: AppParts) {
  return guarded(adminsOnly, [
    route("GET /invitations", {}, async () => ({ invitations: await invitations.list() })),
    route("POST /invitations", { body: newInvitation, status: 201 }, async ({ body, caller }) => {
      refuse(refuseToGive(caller, body.role));
      if (!(await roles.has(body.role))) throw new UserError(`There is no role "${body.role}".`);
      const { id, code } = await invitations.create({ ...body, createdBy: caller.userId });
      // The only answer its link is ever in.
      return { id, url: `${origin}/invitation/${code}` };
    }),
    route("DELETE /invitations/:id", {}, async ({ params }) => {
      found(await invitations.remove(params.id));
    }),
  ]);
}

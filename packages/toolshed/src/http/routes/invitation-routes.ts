import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { Invitations } from "../../account/invitations.ts";
import { refuseToGive } from "../../policy/manage.ts";
import type { Roles } from "../../policy/roles.ts";
import { UserError } from "../../user-error.ts";
import type { InvitationsAnswer, NewInvitationAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { adminsOnly } from "../guards/only.ts";
import { notFound } from "../not-found.ts";
import { readBody } from "./read-body.ts";

const newInvitation = z.object({
  email: z.email().max(254).optional(),
  role: z.string().max(100).default("member"),
});

export function invitationRoutes(
  invitations: Invitations,
  roles: Roles,
  origin: string,
): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>()
    .use(adminsOnly)
    .get("/", async (context) => context.json<InvitationsAnswer>({ invitations: await invitations.list() }))
    .post("/", async (context) => {
      const invitation = await readBody(context, newInvitation);
      const refusal = refuseToGive(context.get("caller"), invitation.role);
      if (refusal) throw new HTTPException(403, { message: refusal });
      if (!(await roles.has(invitation.role))) throw new UserError(`There is no role "${invitation.role}".`);
      const { userId: createdBy } = context.get("caller");
      const { id, code } = await invitations.create({ ...invitation, createdBy });
      return context.json<NewInvitationAnswer>({ id, url: `${origin}/invitation/${code}` }, 201);
    })
    .delete("/:id", async (context) =>
      (await invitations.remove(context.req.param("id"))) ? context.json({}) : notFound(context),
    );
}

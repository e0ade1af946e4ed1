import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { Members } from "../../account/members.ts";
import type { Caller } from "../../policy/caller.ts";
import { refuseToAllowPrograms, refuseToManage } from "../../policy/manage.ts";
import type { Roles } from "../../policy/roles.ts";
import { UserError } from "../../user-error.ts";
import type { MembersAnswer, RemovedMemberAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { adminsOnly } from "../guards/only.ts";
import { notFound } from "../not-found.ts";
import { readBody } from "./read-body.ts";

const programs = z.object({ allowed: z.boolean() });
const newRole = z.object({ role: z.string().max(100) });

export function memberRoutes(members: Members, roles: Roles): Hono<ApiEnvironment> {
  /** A member that the caller may manage. */
  async function findManageable(caller: Caller, id: string, nextRole?: string) {
    const member = await members.find(id);
    const refusal = member && refuseToManage(caller, member, nextRole);
    if (refusal) throw new HTTPException(403, { message: refusal });
    return member;
  }
  const changed = () => new HTTPException(409, { message: "The member was changed meanwhile: look again" });

  return new Hono<ApiEnvironment>()
    .use(adminsOnly)
    .get("/", async (context) => context.json<MembersAnswer>({ members: await members.list() }))
    .patch("/:id", async (context) => {
      const { role } = await readBody(context, newRole);
      const member = await findManageable(context.get("caller"), context.req.param("id"), role);
      if (!member) return notFound(context);
      if (!(await roles.has(role))) throw new UserError(`There is no role "${role}".`);
      if (!(await members.setRole(member, role))) throw changed();
      return context.json({});
    })
    .put("/:id/programs", async (context) => {
      const member = await members.find(context.req.param("id"));
      const refusal = refuseToAllowPrograms(context.get("caller"), member);
      if (refusal) throw new HTTPException(403, { message: refusal });
      if (!member) return notFound(context);
      const { allowed } = await readBody(context, programs);
      if (!(await members.allowPrograms(member.id, allowed))) throw changed();
      return context.json({});
    })
    .delete("/:id", async (context) => {
      const member = await findManageable(context.get("caller"), context.req.param("id"));
      if (!member) return notFound(context);
      const removal = await members.remove(member);
      if (!removal) throw changed();
      return context.json<RemovedMemberAnswer>(removal);
    });
}

import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { Caller } from "../../policy/caller.ts";
import { refuseToAllowPrograms, refuseToManage } from "../../policy/manage.ts";
import { UserError } from "../../user-error.ts";
import { found, refuse } from "../answer.ts";
import { adminsOnly, unless } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { guarded, route } from "./route.ts";

const programs = z.object({ allowed: z.boolean() });
const newRole = z.object({ role: z.string().max(100) });

const ownerOnly = unless((caller) => refuseToAllowPrograms(caller, undefined));

export function memberRoutes({ members, roles }: AppParts) {
  /** A member that the caller may manage. */
  async function findManageable(caller: Caller, id: string, nextRole?: string) {
    const member = found(await members.find(id));
    refuse(refuseToManage(caller, member, nextRole));
    return member;
  }
  function checkChanged<Change>(change: Change) {
    if (change) return change;
    throw new HTTPException(409, { message: "The member was changed meanwhile: look again" });
  }

  return guarded(adminsOnly, [
    route("GET /members", {}, async () => ({ members: await members.list() })),
    route("PATCH /members/:id", { body: newRole }, async ({ params, body: { role }, caller }) => {
      const member = await findManageable(caller, params.id, role);
      if (!(await roles.has(role))) throw new UserError(`There is no role "${role}".`);
      checkChanged(await members.setRole(member, role));
    }),
    ...guarded(ownerOnly, [
      route("PUT /members/:id/programs", { body: programs }, async ({ params, body, caller }) => {
        const member = found(await members.find(params.id));
        refuse(refuseToAllowPrograms(caller, member));
        checkChanged(await members.allowPrograms(member.id, body.allowed));
      }),
    ]),
    // What went with the member.
    route("DELETE /members/:id", {}, async ({ params, caller }) =>
      checkChanged(await members.remove(await findManageable(caller, params.id))),
    ),
  ]);
}

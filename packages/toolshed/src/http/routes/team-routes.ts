import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { selectPage } from "../../catalog/select-tools.ts";
import type { Caller } from "../../policy/caller.ts";
import { refuseToAllowPrograms, refuseToGive, refuseToManage } from "../../policy/manage.ts";
import { matchesPattern } from "../../policy/path-pattern.ts";
import { UserError } from "../../user-error.ts";
import { found, refuse } from "../answer.ts";
import { adminsOnly, unless } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { pathPatterns } from "./path-patterns.ts";
import { guarded, route } from "./route.ts";
import { toSummary } from "./to-summary.ts";

const programs = z.object({ allowed: z.boolean() });
const newRole = z.object({ role: z.string().max(100) });
/** How many tools a preview names. */
const maxPreviewed = 100;

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
      if (!(await roles.has(role))) throw await unknownRole(roles, role);
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

export async function unknownRole(roles: AppParts["roles"], role: string): Promise<UserError> {
  const names = (await roles.list()).map(({ name }) => name);
  return new UserError(`There is no role "${role}". There is: ${names.join(", ")}.`);
}

const newInvitation = z.object({
  email: z.email().max(254).optional(),
  role: z.string().max(100).default("member"),
});

export function invitationRoutes({ invitations, roles, origin }: AppParts) {
  return guarded(adminsOnly, [
    route("GET /invitations", {}, async () => ({ invitations: await invitations.list() })),
    route("POST /invitations", { body: newInvitation, status: 201 }, async ({ body, caller }) => {
      refuse(refuseToGive(caller, body.role));
      if (!(await roles.has(body.role))) throw await unknownRole(roles, body.role);
      const { id, code } = await invitations.create({ ...body, createdBy: caller.userId });
      // The only answer its link is ever in.
      return { id, url: `${origin}/invitation/${code}` };
    }),
    route("DELETE /invitations/:id", {}, async ({ params }) => {
      found(await invitations.remove(params.id));
    }),
  ]);
}

const newPatterns = z.object({ patterns: pathPatterns });
const namePattern = /^[a-z][a-z0-9-]{0,39}$/;

export function roleRoutes({ roles, catalog }: AppParts) {
  return guarded(adminsOnly, [
    route("GET /roles", {}, async () => ({ roles: await roles.list() })),
    // What patterns would allow, connected or not.
    route("POST /roles/preview", { body: newPatterns }, async ({ body: { patterns } }) => {
      const isAllowed = (path: string) => patterns.some((pattern) => matchesPattern(pattern, path));
      const shared = { tools: catalog.sharedTools };
      const first = { offset: 0, limit: maxPreviewed, count: true };
      const { tools, count = 0 } = await selectPage(shared, ({ path }) => isAllowed(path), first);
      return { allowed: tools.map(toSummary), count, total: shared.tools.length };
    }),
    route("PUT /roles/:name", { body: newPatterns }, async ({ params: { name }, body }) => {
      if (!namePattern.test(name)) {
        throw new UserError("A role's name has lower-case letters, digits and dashes, at most 40.");
      }
      await roles.set(name, body.patterns);
    }),
    route("DELETE /roles/:name", {}, async ({ params }) => {
      found(await roles.remove(params.name));
    }),
  ]);
}

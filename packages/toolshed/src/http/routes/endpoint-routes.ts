import { z } from "zod";
import { team } from "../../credential/connections.ts";
import type { ListedEndpoint } from "../../endpoint/endpoints.ts";
import { approvalModes, type Caller, isAdmin } from "../../policy/caller.ts";
import { ownersFor } from "../../policy/manage.ts";
import { UserError } from "../../user-error.ts";
import { found, refuse } from "../answer.ts";
import type { AppParts } from "../parts.ts";
import { nameField } from "./name-field.ts";
import { pathPatterns } from "./path-patterns.ts";
import { route } from "./route.ts";

const newEndpoint = z.object({
  name: nameField,
  readOnly: z.boolean().default(false),
  allow: pathPatterns.refine(({ length }) => length > 0, "give at least one pattern").optional(),
  approval: z.enum(approvalModes).default("host"),
  pins: z.array(z.string().max(300)).min(1).max(100).optional(),
  listsAll: z.boolean().default(false),
  modelApproves: z.boolean().default(false),
  source: z.string().max(100).optional(),
  expiresAt: z.int().positive().optional(),
  owner: z.enum(["person", "team"]).default("person"),
  role: z.string().max(100).optional(),
  connections: z.record(z.string().max(200), z.string().max(100)).optional(),
});
const rotation = z.object({
  overlapMs: z
    .int()
    .min(0)
    .max(30 * 24 * 60 * 60 * 1000),
});

/** Where a page begins: after which endpoint of which owner. */
const cursor = z
  .string()
  .regex(/^(person|team)\.\d{1,15}\.[\w-]{1,100}$/)
  .transform((text) => {
    const [owner = "", createdAt, id = ""] = text.split(".");
    return { owner, createdAt: Number(createdAt), id };
  });
const listQuery = z.object({
  // As many as the main thread reads and writes in a few milliseconds.
  limit: z.coerce.number<number>().int().min(1).max(500).default(200),
  cursor: cursor.optional(),
});

/** Of one person, or of the team. */
const maxEndpoints = 5_000;
/** About as many characters as a page may have. */
const maxPageLength = 500_000;

/** As many as fit into a page, and at least one. */
function fitting(listed: readonly ListedEndpoint[]): ListedEndpoint[] {
  let length = 0;
  return listed.filter(({ scope, pins = [] }, index) => {
    for (const text of [...(scope.allow ?? []), ...pins]) length += text.length;
    return index === 0 || length <= maxPageLength;
  });
}

/** One's own endpoints and, for admins, those of the team. */
export function endpointRoutes({ endpoints, roles, origin, sources, credentials }: AppParts) {
  /** What an endpoint of the team is made with, checked. */
  async function teamRole(caller: Caller, role = "member"): Promise<string> {
    if (!isAdmin(caller)) refuse("Only an admin can do this");
    if (role === "owner" || !(await roles.has(role)))
      throw new UserError(`No endpoint can have the role "${role}".`);
    return role;
  }

  /** One's own come first. The last page has no `next`, which is the `cursor` of the page after it. */
  async function listPage(caller: Caller, { limit, cursor }: z.output<typeof listQuery>) {
    const owners = ownersFor(caller);
    const listed: ListedEndpoint[] = [];
    let after = cursor;
    for (const owner of cursor?.owner === "team" ? owners.filter((one) => one === team) : owners) {
      if (listed.length < limit)
        listed.push(...(await endpoints.list(owner, { limit: limit - listed.length, after })));
      after = undefined;
    }
    const page = fitting(listed);
    const last = page.length === limit || page.length < listed.length ? page.at(-1) : undefined;
    return { endpoints: page, next: last ? `${last.owner}.${last.createdAt}.${last.id}` : null };
  }

  /** The only answer a token is ever in. */
  const toAnswer = (id: string, token: string) => ({
    id,
    token,
    url: `${origin}/api/mcp`,
    mcpUrl: `${origin}/api/mcp/${token}`,
  });

  return [
    route("GET /endpoints", { query: listQuery }, ({ query, caller }) => listPage(caller, query)),
    route("POST /endpoints", { body: newEndpoint, status: 201 }, async ({ body, caller }) => {
      const { readOnly, allow, owner, role, ...rest } = body;
      if (owner === "person" && role !== undefined) {
        throw new UserError("A person's endpoint has the person's role: narrow it by patterns instead.");
      }
      if (rest.modelApproves && !isAdmin(caller)) {
        refuse("Only an admin can let a model approve its own calls");
      }
      if (rest.modelApproves && rest.approval === "dashboard") {
        throw new UserError("Only a person can approve in the dashboard: the model cannot as well.");
      }
      if (rest.listsAll && (rest.pins || rest.source !== undefined)) {
        throw new UserError("An endpoint lists all tools, pinned tools or those of one source: choose one.");
      }
      if (rest.source !== undefined && sources.find(rest.source)?.kind !== "mcp") {
        throw new UserError(`There is no source "${rest.source}" of an MCP server.`);
      }
      const connected = await credentials.connectedTo(owner === "team" ? team : caller.userId);
      for (const [provider, name] of Object.entries(rest.connections ?? {})) connected.choose(provider, name);
      if ((await endpoints.count(owner === "team" ? team : caller.userId)) >= maxEndpoints)
        throw new UserError(
          `There are ${maxEndpoints.toLocaleString("en")} endpoints. Revoke those you don't use.`,
        );
      const { endpoint, token } = await endpoints.create({
        ...rest,
        scope: { readOnly, ...(allow && { allow }) },
        createdBy: caller.userId,
        ...(owner === "team"
          ? { userId: team, role: await teamRole(caller, role) }
          : { userId: caller.userId }),
      });
      return toAnswer(endpoint.id, token);
    }),
    route("POST /endpoints/:id/rotate", { body: rotation }, async ({ params, body, caller }) => {
      let token: string | undefined;
      for (const owner of ownersFor(caller))
        token ??= await endpoints.rotate(owner, params.id, body.overlapMs);
      return toAnswer(params.id, found(token));
    }),
    route("DELETE /endpoints/:id", {}, async ({ params, caller }) => {
      let isRevoked = false;
      for (const owner of ownersFor(caller)) isRevoked ||= await endpoints.revoke(owner, params.id);
      found(isRevoked);
    }),
  ];
}

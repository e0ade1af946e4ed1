import { z } from "zod";
import { selectTools } from "../../catalog/select-tools.ts";
import { matchesPattern } from "../../policy/path-pattern.ts";
import { UserError } from "../../user-error.ts";
import { found } from "../answer.ts";
import { adminsOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { pathPatterns } from "./path-patterns.ts";
import { guarded, route } from "./route.ts";
import { toSummary } from "./to-summary.ts";

const newPatterns = z.object({ patterns: pathPatterns });
const namePattern = /^[a-z][a-z0-9-]{0,39}$/;

export function roleRoutes({ roles, catalog }: AppParts) {
  return guarded(adminsOnly, [
    route("GET /roles", {}, async () => ({ roles: await roles.list() })),
    // What patterns would allow, whatever is connected.
    route("POST /roles/preview", { body: newPatterns }, async ({ body: { patterns } }) => {
      const isAllowed = (path: string) => patterns.some((pattern) => matchesPattern(pattern, path));
      const allowed = await selectTools(catalog, ({ path }) => isAllowed(path));
      return { allowed: allowed.map(toSummary), total: catalog.tools.length };
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

import { Hono } from "hono";
import { z } from "zod";
import type { Catalog } from "../../catalog/catalog.ts";
import { selectTools } from "../../catalog/select-tools.ts";
import { matchesPattern } from "../../policy/path-pattern.ts";
import type { Roles } from "../../policy/roles.ts";
import { UserError } from "../../user-error.ts";
import type { RolePreviewAnswer, RolesAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { adminsOnly } from "../guards/only.ts";
import { notFound } from "../not-found.ts";
import { pathPatterns } from "./path-patterns.ts";
import { readBody } from "./read-body.ts";
import { toSummary } from "./to-summary.ts";

const newPatterns = z.object({ patterns: pathPatterns });
const namePattern = /^[a-z][a-z0-9-]{0,39}$/;

export function roleRoutes(roles: Roles, catalog: Catalog): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>()
    .use(adminsOnly)
    .get("/", async (context) =>
      context.json<RolesAnswer>({
        roles: (await roles.list()).map((role) => ({ ...role, patterns: [...role.patterns] })),
      }),
    )
    .post("/preview", async (context) => {
      const { patterns } = await readBody(context, newPatterns);
      const isAllowed = (path: string) => patterns.some((pattern) => matchesPattern(pattern, path));
      const allowed = await selectTools(catalog, ({ path }) => isAllowed(path));
      return context.json<RolePreviewAnswer>({
        allowed: allowed.map(toSummary),
        total: catalog.tools.length,
      });
    })
    .put("/:name", async (context) => {
      const { patterns } = await readBody(context, newPatterns);
      const name = context.req.param("name");
      if (!namePattern.test(name)) {
        throw new UserError("A role's name has lower-case letters, digits and dashes, at most 40.");
      }
      await roles.set(name, patterns);
      return context.json({});
    })
    .delete("/:name", async (context) =>
      (await roles.remove(context.req.param("name"))) ? context.json({}) : notFound(context),
    );
}

import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { Endpoints } from "../endpoint/endpoints.ts";
import { isPattern } from "../policy/path-pattern.ts";
import type { EndpointsAnswer, TokenAnswer } from "./api.ts";
import type { ApiEnvironment } from "./api-environment.ts";
import { notFound } from "./not-found.ts";
import { readBody } from "./read-body.ts";

const newEndpoint = z.object({
  name: z.string().trim().min(1).max(100),
  readOnly: z.boolean().default(false),
  allow: z
    .array(z.string().refine(isPattern, "not a pattern such as samples.notes.* or samples.**"))
    .min(1)
    .optional(),
  approval: z.enum(["host", "ask", "deny"]).default("host"),
  pins: z.array(z.string().max(300)).min(1).max(100).optional(),
  source: z.string().max(100).optional(),
  expiresAt: z.int().positive().optional(),
});
const rotation = z.object({
  overlapMs: z
    .int()
    .min(0)
    .max(30 * 24 * 60 * 60 * 1000),
});

export function endpointRoutes(
  endpoints: Endpoints,
  origin: string,
  hasSource: (id: string) => boolean,
): Hono<ApiEnvironment> {
  const toAnswer = (token: string): TokenAnswer => ({
    token,
    url: `${origin}/api/mcp`,
    mcpUrl: `${origin}/api/mcp/${token}`,
  });

  return new Hono<ApiEnvironment>()
    .get("/", async (context) =>
      context.json<EndpointsAnswer>({ endpoints: await endpoints.list(context.get("caller").userId) }),
    )
    .post("/", async (context) => {
      const { name, readOnly, allow, approval, pins, source, expiresAt } = await readBody(
        context,
        newEndpoint,
      );
      const { userId } = context.get("caller");
      if (source !== undefined && !hasSource(source)) {
        throw new HTTPException(400, { message: `There is no source "${source}" of an MCP server` });
      }
      const scope = { readOnly, ...(allow && { allow }) };
      const { token } = await endpoints.create({ userId, name, scope, approval, pins, source, expiresAt });
      return context.json<TokenAnswer>(toAnswer(token), 201);
    })
    .post("/:id/rotate", async (context) => {
      const { overlapMs } = await readBody(context, rotation);
      const token = await endpoints.rotate(context.get("caller").userId, context.req.param("id"), overlapMs);
      return token === undefined ? notFound(context) : context.json<TokenAnswer>(toAnswer(token));
    })
    .delete("/:id", async (context) => {
      const revoked = await endpoints.revoke(context.get("caller").userId, context.req.param("id"));
      return revoked ? context.json({}) : notFound(context);
    });
}

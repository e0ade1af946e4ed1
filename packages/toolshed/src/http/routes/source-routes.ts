import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { Members } from "../../account/members.ts";
import type { Sources } from "../../catalog/sources.ts";
import type { Caller } from "../../policy/caller.ts";
import { refusePrograms } from "../../policy/manage.ts";
import type { SourceAnswer, SourcesAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { adminsOnly } from "../guards/only.ts";
import { notFound } from "../not-found.ts";
import { readBody } from "./read-body.ts";

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
export function sourceRoutes(sources: Sources, members: Members): Hono<ApiEnvironment> {
  async function checkPrograms(caller: Caller): Promise<void> {
    const member = await members.find(caller.userId);
    const refusal = refusePrograms(caller, member?.mayAddPrograms === true);
    if (refusal) throw new HTTPException(403, { message: refusal });
  }

  return new Hono<ApiEnvironment>()
    .use(adminsOnly)
    .get("/", (context) => context.json<SourcesAnswer>({ sources: sources.list() }))
    .post("/", async (context) => {
      const source = await readBody(context, newSource);
      if (await sources.runsProgram(source)) await checkPrograms(context.get("caller"));
      return context.json<SourceAnswer>(await sources.add(source, context.get("caller").userId), 201);
    })
    .get("/:id", (context) => {
      const source = sources.find(context.req.param("id"));
      return source ? context.json<SourceAnswer>(source) : notFound(context);
    })
    .put("/:id", async (context) => {
      const { trust } = await readBody(context, changes);
      const source = await sources.setTrust(context.req.param("id"), trust);
      return source ? context.json<SourceAnswer>(source) : notFound(context);
    })
    .post("/:id/approve", async (context) => {
      const source = await sources.approve(context.req.param("id"));
      return source ? context.json<SourceAnswer>(source) : notFound(context);
    })
    .post("/:id/refresh", async (context) => {
      const source = await sources.refresh(context.req.param("id"), context.get("caller").userId);
      return source ? context.json<SourceAnswer>(source) : notFound(context);
    })
    .put("/:id/document", async (context) => {
      const { text } = await readBody(context, document);
      const source = await sources.readDocument(context.req.param("id"), text);
      return source ? context.json<SourceAnswer>(source) : notFound(context);
    })
    .delete("/:id", async (context) => {
      const removed = await sources.remove(context.req.param("id"));
      return removed ? context.json({}) : notFound(context);
    });
}

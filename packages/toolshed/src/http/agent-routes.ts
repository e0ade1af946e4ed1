import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Accounts } from "../account/accounts.ts";
import type { Endpoints } from "../endpoint/endpoints.ts";
import type { ListedTool } from "../mcp/listed-tool.ts";
import { createSuspendedCalls, type Progress } from "../mcp/suspended-calls.ts";
import type { Caller } from "../policy/caller.ts";
import type { AgentAnswer, AgentToolsAnswer } from "./api.ts";
import type { ApiEnvironment } from "./api-environment.ts";
import type { Authenticate } from "./authenticate.ts";
import { bearerToken } from "./bearer-token.ts";
import { notFound } from "./not-found.ts";
import { readBody } from "./read-body.ts";
import { type ToolParts, toolRoutes } from "./tool-routes.ts";
import { createVisitorOf } from "./visitor-of.ts";

export interface AgentParts extends ToolParts {
  readonly accounts: Accounts;
  readonly authenticate: Authenticate;
  readonly endpoints: Endpoints;
  /** What `toolshed serve` offers. */
  readonly agentTools: readonly ListedTool[];
}

const agentCall = z.object({
  arguments: z.record(z.string(), z.unknown()).optional(),
  client: z.string().max(100).default(""),
});
const agentReply = z.object({
  handle: z.string().max(100),
  answer: z.object({
    action: z.enum(["accept", "decline", "cancel", "unavailable"]),
    content: z.record(z.string(), z.unknown()).optional(),
  }),
});

/**
 * What `serve`, `run`, `search`, `read` and `call` need. Beside commands of the owner, the tokens of endpoints open it,
 * and nothing else of the API: with one, these commands can use the gateway of a team.
 */
export function agentRoutes(parts: AgentParts): Hono<ApiEnvironment> {
  const { accounts, endpoints, agentTools } = parts;
  const visitorOf = createVisitorOf(endpoints, accounts);
  const suspended = createSuspendedCalls<ElicitRequest, ElicitResult>({ action: "cancel" });

  async function callerOfToken(context: Context): Promise<Caller | undefined> {
    const token = bearerToken(context.req.header("authorization"));
    const visitor = token === undefined ? undefined : await visitorOf(token);
    if (visitor) endpoints.noteUse(visitor.endpointId);
    return visitor?.caller;
  }

  return new Hono<ApiEnvironment>()
    .use(async (context, next) => {
      const caller = (await parts.authenticate(context)) ?? (await callerOfToken(context));
      if (!caller) return context.json({ error: "Give the token of an endpoint: toolshed login <url>" }, 401);
      context.set("caller", caller);
      return next();
    })
    .route("/tools", toolRoutes(parts))
    .get("/serve", (context) =>
      context.json<AgentToolsAnswer>({ tools: agentTools.map(({ listed }) => listed) }),
    )
    .post("/serve/answers", async (context) => {
      const { handle, answer } = await readBody(context, agentReply);
      const progress = suspended.resume(
        ownerOf(context.get("caller")),
        handle,
        answer as never,
        context.req.raw.signal,
      );
      return progress ? context.json<AgentAnswer>(toAnswer(await progress)) : notFound(context);
    })
    .post("/serve/:name", async (context) => {
      const tool = agentTools.find(({ listed }) => listed.name === context.req.param("name"));
      if (!tool) return notFound(context);
      const body = await readBody(context, agentCall);
      const caller = context.get("caller");
      const progress = suspended.start(ownerOf(caller), context.req.raw.signal, (elicit, signal) =>
        tool.run(body.arguments, { caller, client: body.client, signal, elicit }),
      );
      return context.json<AgentAnswer>(toAnswer(await progress));
    });
}

const ownerOf = ({ userId, via }: Caller): string => JSON.stringify([userId, via]);

const toAnswer = (progress: Progress): AgentAnswer =>
  "result" in progress
    ? { result: progress.result }
    : { question: { handle: progress.question.handle, request: progress.question.request } };

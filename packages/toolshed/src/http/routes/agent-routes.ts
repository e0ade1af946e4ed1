import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { dataBounds } from "../../json/parse-json.ts";
import type { ListedTool } from "../../mcp/listed-tool.ts";
import { type CallStep, createSuspendedCalls } from "../../mcp/questions/suspended-calls.ts";
import type { Caller } from "../../policy/caller.ts";
import type { AgentAnswer, AgentToolsAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { unknownPath } from "../guards/api-environment.ts";
import { notFound } from "../not-found.ts";
import { readBody } from "./read-body.ts";
import { type ToolParts, toolRoutes } from "./tool-routes.ts";

export interface AgentParts extends ToolParts {
  /** What `toolshed serve` offers. */
  readonly agentTools: readonly ListedTool[];
}

/** What a request of unknown length counts as. */
const maxBodyBytes = 4 * 1024 * 1024;
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
  const { agentTools } = parts;
  const suspended = createSuspendedCalls<ElicitRequest, ElicitResult>({ action: "cancel" });

  return new Hono<ApiEnvironment>()
    .use(async (context, next) => {
      const { caller: person, agent } = context.env;
      const caller = person ?? (agent && forModel(agent.caller));
      if (!caller) throw new HTTPException(401, { message: unknownPath });
      context.set("caller", caller);
      return next();
    })
    .use("/serve/*", (context, next) => {
      // These tools serve a model, also where a person's own command asks for them.
      context.set("caller", forModel(context.get("caller")));
      return next();
    })
    .route("/tools", toolRoutes(parts))
    .get("/serve", (context) =>
      context.json<AgentToolsAnswer>({ tools: agentTools.map(({ listed }) => listed) }),
    )
    .post("/serve/answers", async (context) => {
      const { handle, answer } = await readBody(context, agentReply, dataBounds.values);
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
      const body = await readBody(context, agentCall, dataBounds.values);
      const caller = context.get("caller");
      const length = Number(context.req.header("content-length")) || maxBodyBytes;
      const progress = suspended.start(
        { ...ownerOf(caller), length },
        context.req.raw.signal,
        (elicit, signal) => tool.run(body.arguments, { caller, client: body.client, signal, elicit }),
      );
      return context.json<AgentAnswer>(toAnswer(await progress));
    });
}

const forModel = (caller: Caller): Caller => ({ ...caller, audience: "model" });

/** Endpoints may have the same name. */
const ownerOf = ({ userId, via, endpointId = "" }: Caller) => ({
  userId,
  subject: () => JSON.stringify([via, endpointId]),
});

const toAnswer = (progress: CallStep): AgentAnswer =>
  "result" in progress
    ? { result: progress.result }
    : { question: { handle: progress.question.handle, request: progress.question.request } };

import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { toToolResult } from "../../call/outcome.ts";
import { dataBounds } from "../../json/parse-json.ts";
import { ProtocolError } from "../../mcp/protocol/protocol-error.ts";
import { type CallStep, createSuspendedCalls } from "../../mcp/questions/suspended-calls.ts";
import { listMetaTools } from "../../mcp/tools/meta-tool.ts";
import type { Caller } from "../../policy/caller.ts";
import { nobodyToAsk } from "../../source/source.ts";
import { UserError } from "../../user-error.ts";
import { found } from "../answer.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { unknownPath } from "../guards/api-environment.ts";
import type { AppParts } from "../parts.ts";
import { below, guarded, route, traceOf } from "./route.ts";
import { toolRoutes } from "./tool-routes.ts";

/** What a request of unknown length counts as. */
const maxBodyBytes = 4 * 1024 * 1024;
const agentCall = z.object({
  arguments: z.record(z.string(), z.unknown()).optional(),
  client: z.string().max(100).default(""),
  showsViews: z.boolean().default(false),
  /** The client's trace, if it names one. */
  traceId: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
});
const agentReply = z.object({
  handle: z.string().max(100),
  answer: z.object({
    action: z.enum(["accept", "decline", "cancel", "unavailable"]),
    content: z.record(z.string(), z.unknown()).optional(),
  }),
});

const asAgent: MiddlewareHandler<ApiEnvironment> = (context, next) => {
  const { caller: person, agent } = context.env;
  const caller = person ?? (agent && forModel(agent.caller));
  if (!caller) throw new HTTPException(401, { message: unknownPath });
  context.set("caller", caller);
  return next();
};

/** For tools that serve a model, also where a person's own command asks for them. */
const asModel: MiddlewareHandler<ApiEnvironment> = (context, next) => {
  context.set("caller", forModel(context.get("caller")));
  return next();
};

/**
 * What `serve`, `run`, `search`, `read` and `call` need. Beside commands of the owner, the tokens of endpoints open it,
 * and nothing else of the API: with one, these commands can use the gateway of a team.
 */
export function agentRoutes(parts: AppParts) {
  const { agentTools } = parts;
  const listTools = listMetaTools(agentTools);
  const suspended = createSuspendedCalls<ElicitRequest, ElicitResult>({ action: "cancel" });

  const serveRoutes = [
    route("GET /agent/serve", {}, ({ caller }) => {
      const tools = listTools(caller).map(({ listed }) => listed);
      parts.sentDefinitions.listed(caller, tools);
      return { tools };
    }),
    route(
      "POST /agent/serve/resources/read",
      { body: z.object({ uri: z.string().max(2_000), client: z.string().max(100).default("") }) },
      async ({ body: { uri, client }, caller, context }) => ({
        result: await parts
          .readView(uri, { caller, client, signal: context.req.raw.signal, elicit: nobodyToAsk })
          .catch((error: Error) => {
            if (error instanceof ProtocolError) throw new UserError(error.message);
            throw error;
          }),
      }),
    ),
    route(
      "POST /agent/serve/answers",
      { body: agentReply, maxValues: dataBounds.values },
      async ({ body: { handle, answer }, caller, context }) =>
        toAnswer(
          await found(suspended.resume(ownerOf(caller), handle, answer as never, context.req.raw.signal)),
        ),
    ),
    route(
      "POST /agent/serve/:name",
      { body: agentCall, maxValues: dataBounds.values },
      async ({ params, body, caller, context }) => {
        const tool = found(agentTools.find(({ listed }) => listed.name === params.name));
        const length = Number(context.req.header("content-length")) || maxBodyBytes;
        const progress = suspended.start(
          { ...ownerOf(caller), asker: `${caller.endpointId} ${params.name}`, length },
          context.req.raw.signal,
          async (elicit, signal) =>
            toToolResult(
              await tool.run(body.arguments, {
                caller,
                client: body.client,
                showsViews: body.showsViews,
                signal,
                elicit,
                trace: { ...traceOf(context), ...(body.traceId && { traceId: body.traceId }) },
              }),
            ),
        );
        return toAnswer(await progress);
      },
    ),
  ];
  return guarded(asAgent, [...below("/agent", toolRoutes(parts)), ...guarded(asModel, serveRoutes)]);
}

const forModel = (caller: Caller): Caller => ({ ...caller, audience: "model" });

/** Endpoints may have the same name. */
const ownerOf = ({ userId, via, endpointId = "" }: Caller) => ({
  userId,
  subject: () => JSON.stringify([via, endpointId]),
});

/** The result, or a question whose answer goes to `/agent/serve/answers`. */
const toAnswer = (progress: CallStep): CallStep =>
  "result" in progress
    ? { result: progress.result }
    : { question: { handle: progress.question.handle, request: progress.question.request } };

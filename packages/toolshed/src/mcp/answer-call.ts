import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { ToolResult } from "../call/tool-result.ts";
import type { Caller } from "../policy/caller.ts";
import { nobodyToAsk } from "../source/nobody-to-ask.ts";
import type { Passage } from "../source/source.ts";
import { canAsk } from "./can-ask.ts";
import { clientName, userAgentOf } from "./client-name.ts";
import type { ListedTool, Visit } from "./listed-tool.ts";
import { createSuspendedCalls, type Progress, type Reach } from "./suspended-calls.ts";

export interface CallToAnswer {
  readonly tool: ListedTool;
  readonly args: unknown;
  readonly caller: Caller;
  readonly context: CallContext;
  /** What a client said at the start of its session, where it has one. */
  readonly session?: Session | undefined;
  /** For endpoints that expose a source as it is. */
  readonly passage?: Passage | undefined;
}

/** What is needed of the request that a call came with. */
export interface CallContext {
  readonly mcpReq: Pick<
    ServerContext["mcpReq"],
    "envelope" | "inputResponses" | "_meta" | "notify" | "requestState" | "send" | "signal"
  >;
  readonly http?: Pick<NonNullable<ServerContext["http"]>, "req"> | undefined;
  /** The program that asks, in place of what `http` tells. */
  readonly userAgent?: string;
  /** Aborts the signal. Absent where others listen to it. */
  readonly ending?: AbortController;
}

export interface Session {
  readonly capabilities: ClientCapabilities | undefined;
  readonly client?: string | undefined;
  /** From which level on it wants log messages. */
  readonly level?: string | undefined;
  /** Tells the client something outside of its requests. */
  tell?: Passage["tell"];
}

/** Runs a tool for a client of either era, with its questions and what it tells on the way. */
export type AnswerCall = (call: CallToAnswer) => Promise<CallToolResult | InputRequiredResult>;

type Ask = (request: InputRequest) => Promise<unknown>;

const answerKey = "answer";

export function createAnswerCall(): AnswerCall {
  const suspended = createSuspendedCalls<InputRequest, unknown>(undefined);

  return async ({ tool, args, caller, context, session, passage }) => {
    const { mcpReq, http, ending } = context;
    const { signal } = mcpReq;
    const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
    const capabilities =
      session?.capabilities ?? (envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined);
    const reach = toReach(context, session);
    const client = session?.client ?? clientName(envelope, context.userAgent ?? userAgentOf(http?.req));
    const visit = { caller, client, ...(passage && { passage }) };
    const isPassed = passage?.era === "modern";
    if (!capabilities?.elicitation && !(isPassed && (capabilities?.sampling || capabilities?.roots))) {
      return toResult({
        result: await tool.run(args, { ...visit, ...reach, signal, ending, elicit: nobodyToAsk }),
      });
    }

    const owner = JSON.stringify([caller.userId, caller.via, tool.listed.name, args]);
    const handle = mcpReq.requestState();
    // Where the server behind speaks the newer revision too, the state may be its own.
    const isOurs = typeof handle === "string" && (!passage?.round || suspended.isHandle(handle));
    const run = (ask: Ask, signal: AbortSignal, reach: () => Reach) =>
      tool.run(args, {
        ...visit,
        ...(isPassed && { passage: { ...passage, ask: passedBy(ask, capabilities) } }),
        ...latest(reach),
        signal,
        elicit: elicitBy(ask, capabilities),
      });
    const progress = isOurs
      ? suspended.resume(owner, handle, mcpReq.inputResponses?.[answerKey], signal, reach)
      : suspended.start(owner, signal, run, reach);
    if (!progress)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
    return toResult(await progress);
  };
}

/** How the client can be told something before its answer, as far as it wants to. */
export function toReach({ mcpReq }: CallContext, session: Session | undefined): Reach {
  const token = mcpReq._meta?.progressToken;
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const level = session?.level ?? (envelope?.[LOG_LEVEL_META_KEY] as string | undefined);
  // Whoever has gone meanwhile is not told.
  const notify = (method: string, params: Record<string, unknown>) =>
    void mcpReq.notify({ method, params }).catch(() => {});
  return {
    ...(token !== undefined && {
      progress: (progress) => notify("notifications/progress", { ...progress, progressToken: token }),
    }),
    ...(level !== undefined && {
      messages: { level, send: (params) => notify("notifications/message", { ...params }) },
    }),
  };
}

/** Between two requests the client may have changed what it listens to. */
function latest(reach: () => Reach): Pick<Visit, "progress" | "messages"> {
  return {
    progress: (progress) => reach().progress?.(progress),
    get messages() {
      return reach().messages;
    },
  };
}

/** Asks as a tool of ours does. */
const elicitBy =
  (ask: Ask, capabilities: ClientCapabilities | undefined) =>
  async (request: ElicitRequest): Promise<ElicitResult> => {
    if (!canAsk(capabilities, "elicitation/create")) return { action: "unavailable" };
    const { message } = request;
    const answer = await ask(inputRequired.elicit({ message, requestedSchema: formOf(request) }));
    const response = inputResponse({ [answerKey]: answer }, answerKey);
    if (response.kind !== "elicit") return { action: "cancel" };
    const { action, content } = response;
    return { action, ...(content && { content }) };
  };

/** Asks in the words of a server that is of an older revision than the client. */
const passedBy =
  (ask: Ask, capabilities: ClientCapabilities | undefined): NonNullable<Passage["ask"]> =>
  async (method, { elicitationId: _, ...params }) => {
    if (!canAsk(capabilities, method, params)) return undefined;
    const answer = await ask({ method, params } as InputRequest);
    return typeof answer === "object" && answer !== null ? { ...answer } : undefined;
  };

function toResult(progress: Progress<InputRequest>): CallToolResult | InputRequiredResult {
  if ("result" in progress) return toWire(progress.result);
  const { handle, request } = progress.question;
  return inputRequired({ inputRequests: { [answerKey]: request }, requestState: handle });
}

/** An approval is a form without fields: to accept it is to approve. */
function formOf(request: ElicitRequest): { type: "object"; properties: Record<string, never> } {
  return (request.type === "form" ? request.schema : { type: "object", properties: {} }) as never;
}

function toWire({ question, error, ...result }: ToolResult): CallToolResult | InputRequiredResult {
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  return (question ?? result) as CallToolResult | InputRequiredResult;
}

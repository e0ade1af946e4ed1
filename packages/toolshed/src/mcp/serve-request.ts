import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { CallSignal } from "../cancellation.ts";
import type { Caller } from "../policy/caller.ts";
import { nobodyToAsk } from "../source/nobody-to-ask.ts";
import type { Passage } from "../source/source.ts";
import type { CallContext, Session } from "./call-context.ts";
import { canAsk } from "./can-ask.ts";
import { clientName, userAgentOf } from "./client-name.ts";
import type { Visit } from "./listed-tool.ts";
import { createSuspendedCalls, type Progress, type Reach } from "./suspended-calls.ts";

export interface RequestToServe<Result> {
  /** What is asked for. An answer to a question goes to the same request only. */
  readonly subject: readonly unknown[];
  /** Whether the protocol lets a question take the place of the answer. */
  readonly mayAsk: boolean;
  readonly caller: Caller;
  readonly context: CallContext;
  readonly session?: Session | undefined;
  /** For endpoints that expose a source as it is. */
  readonly passage?: Passage | undefined;
  run(visit: Visit): Promise<Result>;
}

/** Serves a client of either era, with what it is asked and told on the way to the answer. */
export type ServeRequest<Result> = (request: RequestToServe<Result>) => Promise<Result | InputRequiredResult>;

type Ask = (request: InputRequest) => Promise<unknown>;

const answerKey = "answer";

export function createServeRequest<Result>(): ServeRequest<Result> {
  const suspended = createSuspendedCalls<InputRequest, unknown, Result>(undefined);

  return async ({ subject, mayAsk, caller, context, session, passage, run }) => {
    const { mcpReq, http } = context;
    const { signal } = mcpReq;
    const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
    const capabilities =
      session?.capabilities ?? (envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined);
    const reach = toReach(context, session);
    const client = session?.client ?? clientName(envelope, context.userAgent ?? userAgentOf(http?.req));
    const visit = { caller, client, ...(passage && { passage }) };
    const isPassed = passage?.era === "modern";
    const canBeAsked =
      capabilities?.elicitation || (isPassed && (capabilities?.sampling || capabilities?.roots));
    if (!mayAsk || !canBeAsked) {
      return run({ ...visit, ...reach, signal, elicit: nobodyToAsk });
    }

    const owner = {
      userId: caller.userId,
      subject: JSON.stringify([caller.endpointId ?? caller.via, ...subject]),
    };
    const handle = mcpReq.requestState();
    // Where the server behind speaks the newer revision too, the state may be its own.
    const isOurs = typeof handle === "string" && (!passage?.round || suspended.isHandle(handle));
    const runAsking = (ask: Ask, signal: CallSignal, reach: () => Reach) =>
      run({
        ...visit,
        ...(isPassed && { passage: { ...passage, ask: passedBy(ask, capabilities) } }),
        ...latest(reach),
        signal,
        elicit: elicitBy(ask, capabilities),
      });
    const progress = isOurs
      ? suspended.resume(owner, handle, mcpReq.inputResponses?.[answerKey], signal, reach)
      : suspended.start(owner, signal, runAsking, reach);
    if (!progress)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
    return toAnswer(await progress);
  };
}

/** How the client can be told something before its answer, as far as it wants to. */
function toReach({ mcpReq }: CallContext, session: Session | undefined): Reach {
  const token = mcpReq._meta?.progressToken;
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const level = session?.level ?? (envelope?.[LOG_LEVEL_META_KEY] as string | undefined);
  // Whoever has gone meanwhile is not told.
  const notify = (method: string, params: Record<string, unknown>) => {
    mcpReq.notify({ method, params }).catch(() => {});
  };
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

function toAnswer<Result>(progress: Progress<InputRequest, Result>): Result | InputRequiredResult {
  if ("result" in progress) return progress.result;
  const { handle, request } = progress.question;
  return inputRequired({ inputRequests: { [answerKey]: request }, requestState: handle });
}

/** An approval is a form without fields: to accept it is to approve. */
function formOf(request: ElicitRequest): { type: "object"; properties: Record<string, never> } {
  return (request.type === "form" ? request.schema : { type: "object", properties: {} }) as never;
}

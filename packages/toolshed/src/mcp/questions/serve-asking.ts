import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import { isObject } from "../../json/json-object.ts";
import { type CallTrace, readTraceparent, sessionTrace } from "../../record/call-trace.ts";
import { type ClientChannel, nobodyToAsk } from "../../source/source.ts";
import type { CallSignal } from "../../work/cancellation.ts";
import type { Visit } from "../listed-tool.ts";
import type { McpRequest } from "../protocol/endpoint.ts";
import type { Fields } from "../protocol/message.ts";
import { badRequest, errorCodes, invalidParams } from "../protocol/protocol-error.ts";
import { canAsk, canBeAsked, showsViews } from "./can-ask.ts";
import { type CallStep, type ClientReach, createSuspendedCalls } from "./suspended-calls.ts";

export interface Asking {
  /** The request as JSON. The answer to a question must come with the same request. */
  subject(): string;
  /** Whether the protocol allows a question in place of the answer. */
  readonly mayAsk: boolean;
  /** For endpoints that expose a source as it is. */
  readonly clientChannel?: ClientChannel | undefined;
  run(visit: Visit): Promise<object>;
}

/** Serves a client of either era, including questions and notifications before the answer. */
export type ServeAsking = (request: McpRequest, asking: Asking) => Promise<object>;

interface Question {
  readonly method: string;
  readonly params: Fields;
}
type Ask = (question: Question) => Promise<unknown>;

const answerKey = "answer";

export function createServeAsking(): ServeAsking {
  const suspended = createSuspendedCalls<Question, unknown, object>(undefined);

  /** Since 2026-07-28 a question takes the place of the answer, and the client sends its request again. */
  async function serveInRounds(
    request: McpRequest,
    { subject, clientChannel, run }: Asking,
  ): Promise<object> {
    const { caller, client, signal, params } = request;
    const door = caller.endpointId ?? caller.via;
    const owner = {
      userId: caller.userId,
      subject: () => `${door} ${subject()}`,
      asker: `${door} ${params.name}`,
    };
    const { requestState: state } = params;
    const reach = reachOf(request);
    const runAsking = (ask: Ask, signal: CallSignal, reach: () => ClientReach) =>
      run({
        caller,
        client: client.name,
        showsViews: showsViews(client),
        ...(clientChannel && { clientChannel: { ...clientChannel, ask: passedBy(ask, request) } }),
        ...latest(reach),
        signal,
        elicit: elicitBy(ask, request),
        trace: traceOf(request),
      });
    // The state may belong to the server behind the source.
    const isOurs = typeof state === "string" && (!clientChannel?.round || suspended.isHandle(state));
    const progress = isOurs
      ? suspended.resume(
          owner,
          state,
          (params.inputResponses as Fields | undefined)?.[answerKey],
          signal,
          reach,
        )
      : suspended.start(owner, signal, runAsking, reach);
    if (!progress) throw invalidParams("Invalid or expired requestState");
    return toAnswer(await progress);
  }

  return async (request, asking) => {
    const { era, caller, client, connection, signal } = request;
    if (era === "modern" && asking.mayAsk && canBeAsked(request))
      return checked(request, await serveInRounds(request, asking));
    const ask: Ask | undefined =
      connection && (({ method, params }) => connection.ask(method, params, request));
    const { clientChannel } = asking;
    const elicit = ask ? elicitBy(ask, request) : nobodyToAsk;
    const visit = {
      caller,
      client: client.name,
      showsViews: showsViews(client),
      ...reachOf(request),
      signal,
      elicit,
      trace: traceOf(request),
      ...(clientChannel && { clientChannel }),
    };
    return checked(request, await asking.run(visit));
  };
}

/** Since 2026-07-28 a client names its trace in `_meta`. Before, it had a session. */
function traceOf({ params, headers, era, queueMs }: McpRequest): CallTrace {
  const named = readTraceparent((params._meta as Fields | undefined)?.traceparent);
  const session = era === "legacy" ? headers?.["mcp-session-id"] : undefined;
  const traceId =
    named ??
    readTraceparent(headers?.traceparent) ??
    (typeof session === "string" ? sessionTrace(session) : undefined);
  return { traceId, queueMs };
}

/** A server must not ask what the client does not support. */
function checked(request: McpRequest, result: object): object {
  const { inputRequests = {} } = result as { inputRequests?: Record<string, Question> };
  for (const [key, { method, params }] of Object.entries(inputRequests)) {
    if (canAsk(request, method, params)) continue;
    const [capability = ""] = method.split("/", 1);
    throw badRequest(errorCodes.missingCapability, `The client cannot be asked for ${key}: ${method}`, {
      requiredCapabilities: { [capability]: {} },
    });
  }
  return result;
}

/** The notifications that the client wants before its answer. */
function reachOf(request: McpRequest): ClientReach {
  const { params, client, connection } = request;
  const token = (params._meta as Fields | undefined)?.progressToken;
  const level = connection?.level ?? client.level;
  if (token === undefined && level === undefined) return nothing;
  return {
    ...(token !== undefined && {
      progress: (progress) =>
        request.send({ method: "notifications/progress", params: { ...progress, progressToken: token } }),
    }),
    ...(level !== undefined && {
      messages: {
        level,
        send: (params) => request.send({ method: "notifications/message", params: { ...params } }),
      },
    }),
  };
}

const nothing: ClientReach = {};

/** The client may want other notifications when it sends its request again. */
function latest(reach: () => ClientReach): Pick<Visit, "progress" | "messages"> {
  return {
    progress: (progress) => reach().progress?.(progress),
    get messages() {
      return reach().messages;
    },
  };
}

/** Asks a question of one of our tools. */
const elicitBy =
  (ask: Ask, request: McpRequest) =>
  async (elicited: ElicitRequest): Promise<ElicitResult> => {
    if (!canAsk(request, "elicitation/create")) return { action: "unavailable" };
    const params = { mode: "form", message: elicited.message, requestedSchema: formOf(elicited) };
    const answer = await ask({ method: "elicitation/create", params }).catch(() => undefined);
    const { action, content } = isObject(answer) ? answer : {};
    if (action !== "accept" && action !== "decline") return { action: "cancel" };
    return { action, ...(isObject(content) && { content }) } as ElicitResult;
  };

/** Asks a question of a server of an older revision than the client. */
const passedBy =
  (ask: Ask, request: McpRequest): NonNullable<ClientChannel["ask"]> =>
  async (method, { elicitationId: _, ...params }) => {
    if (!canAsk(request, method, params)) return undefined;
    const answer = await ask({ method, params });
    return isObject(answer) ? { ...answer } : undefined;
  };

function toAnswer(progress: CallStep<Question, object>): object {
  if ("result" in progress) return progress.result;
  const { handle, request } = progress.question;
  return {
    resultType: "input_required",
    inputRequests: { [answerKey]: request },
    requestState: handle,
  };
}

/** An approval is a form without fields: to accept it is to approve. */
const formOf = (request: ElicitRequest): object =>
  request.type === "form" ? request.schema : { type: "object", properties: {} };

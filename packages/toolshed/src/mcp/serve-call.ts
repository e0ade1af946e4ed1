import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { Caller } from "../policy/caller.ts";
import type { ListedTool } from "./listed-tool.ts";
import { createSuspendedCalls, type Progress } from "./suspended-calls.ts";

/** What a client told of itself when it connected, where requests do not tell it themselves. */
export interface KnownClient {
  readonly name?: string | undefined;
  readonly capabilities?: ClientCapabilities | undefined;
}

export type ServeCall = (
  tool: ListedTool,
  args: unknown,
  caller: Caller,
  context: ServerContext,
  known?: KnownClient,
) => Promise<CallToolResult | InputRequiredResult>;

const answerKey = "answer";
const unavailable = async (): Promise<ElicitResult> => ({ action: "unavailable" });

/** Answers `tools/call`, also where the tool asks the person something on the way. */
export function createServeCall(): ServeCall {
  const suspended = createSuspendedCalls();

  return async (tool, args, caller, { mcpReq, http }, known = {}) => {
    const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
    const { signal } = mcpReq;
    const client = known.name ?? clientName(envelope, http?.req);
    const capabilities =
      known.capabilities ?? (envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined);
    if (!capabilities?.elicitation) {
      return (await tool.run(args, { caller, client, signal, elicit: unavailable })) as CallToolResult;
    }

    const owner = JSON.stringify([caller.userId, caller.via, tool.listed.name, args]);
    const handle = mcpReq.requestState();
    const progress =
      typeof handle === "string"
        ? suspended.resume(owner, handle, toAnswer(mcpReq.inputResponses), signal)
        : suspended.start(owner, signal, (elicit, signal) =>
            tool.run(args, { caller, client, signal, elicit }),
          );
    if (!progress)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
    return toResult(await progress);
  };
}

/** Clients before 2026-07-28 tell their name only once, in a request of its own: then the program's name has to do. */
function clientName(envelope: Record<string, unknown> | undefined, request: Request | undefined): string {
  const info = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  return (info?.name ?? request?.headers.get("user-agent") ?? "").slice(0, 100);
}

function toAnswer(responses: Record<string, unknown> | undefined): ElicitResult {
  const response = inputResponse(responses, answerKey);
  if (response.kind !== "elicit") return { action: "cancel" };
  const { action, content } = response;
  return { action, ...(content && { content }) };
}

function toResult(progress: Progress): CallToolResult | InputRequiredResult {
  if ("result" in progress) return progress.result as CallToolResult;
  const { handle, request } = progress.question;
  return inputRequired({
    inputRequests: {
      [answerKey]: inputRequired.elicit({ message: request.message, requestedSchema: formOf(request) }),
    },
    requestState: handle,
  });
}

/** An approval is a form without fields: to accept it is to approve. */
function formOf(request: ElicitRequest): { type: "object"; properties: Record<string, never> } {
  return (request.type === "form" ? request.schema : { type: "object", properties: {} }) as never;
}

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Caller } from "../policy/caller.ts";
import type { CallContext, Session } from "./call-context.ts";
import type { PlainCall } from "./plain-call.ts";
import type { CallAnswer } from "./plain-calls.ts";
import type { SourceServerParts } from "./source-server.ts";
import { sourceTools } from "./source-tools.ts";
import { toPassage } from "./to-passage.ts";

export interface SourceToolCall {
  readonly sourceId: string;
  readonly caller: Caller;
  readonly params: PlainCall["params"];
  readonly context: CallContext;
  readonly era: "modern" | "legacy";
  readonly session?: Session | undefined;
}

/** Calls a tool by the name that its server gives it. */
export async function callSourceTool(
  { sourceId, caller, params, context, era, session }: SourceToolCall,
  parts: SourceServerParts,
): Promise<CallAnswer> {
  const [tool] = await sourceTools(sourceId, caller, parts, params.name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
  const passage = toPassage(context, era, caller.approval === "ask", session);
  return parts.answerCall({ tool, args: params.arguments, caller, context, session, passage });
}

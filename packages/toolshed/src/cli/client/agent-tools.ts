import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { ToolResult } from "../../call/tool-result.ts";
import { type GatewayDoor, requestGateway } from "./request-gateway.ts";

export interface AgentCall {
  readonly name: string;
  readonly args: Record<string, unknown> | undefined;
  readonly client: string;
  /** Whether the client shows Views. */
  readonly showsViews?: boolean | undefined;
  /** The trace that the client named. */
  readonly traceId?: string | undefined;
  readonly signal?: AbortSignal;
  elicit(request: ElicitRequest): Promise<ElicitResult>;
}

/** Calls one of the tools that agents see, in the gateway, and passes its questions to the person at the terminal. */
export async function callAgentTool(door: GatewayDoor, call: AgentCall): Promise<ToolResult> {
  const { name, args, client, showsViews = false, traceId, signal } = call;
  const body = { arguments: args, client, showsViews, traceId };
  let progress = await requestGateway(door, "POST /agent/serve/:name", { params: { name }, body }, signal);
  while ("question" in progress) {
    const { handle, request } = progress.question;
    const body = { handle, answer: await call.elicit(request) };
    progress = await requestGateway(door, "POST /agent/serve/answers", { body }, signal);
  }
  return progress.result;
}

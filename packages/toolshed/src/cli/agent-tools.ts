import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { ToolResult } from "../call/tool-result.ts";
import type { AgentAnswer } from "../http/api.ts";
import { type GatewayDoor, requestGateway } from "./request-gateway.ts";

export interface AgentCall {
  readonly name: string;
  readonly args: unknown;
  readonly client: string;
  readonly signal?: AbortSignal;
  elicit(request: ElicitRequest): Promise<ElicitResult>;
}

/** Calls one of the tools that agents see, in the gateway, and passes its questions to the person at the terminal. */
export async function callAgentTool(door: GatewayDoor, call: AgentCall): Promise<ToolResult> {
  const { name, args, client, signal } = call;
  const post = (path: string, body: unknown) =>
    requestGateway<AgentAnswer>(door, "POST", `/api/v1/agent/serve/${path}`, {
      body,
      ...(signal && { signal }),
    });

  let progress = await post(encodeURIComponent(name), { arguments: args, client });
  while ("question" in progress) {
    const { handle, request } = progress.question;
    progress = await post("answers", { handle, answer: await call.elicit(request) });
  }
  return progress.result;
}

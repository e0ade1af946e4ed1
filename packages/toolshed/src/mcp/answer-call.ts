import { type CallToolResult, type InputRequiredResult, ProtocolError } from "@modelcontextprotocol/server";
import type { ToolResult } from "../call/tool-result.ts";
import type { ListedTool } from "./listed-tool.ts";
import { createServeRequest, type RequestToServe } from "./serve-request.ts";

export interface CallToAnswer extends Omit<RequestToServe<never>, "subject" | "mayAsk" | "run"> {
  readonly tool: ListedTool;
  readonly args: unknown;
}

/** Runs a tool for a client of either era. */
export type AnswerCall = (call: CallToAnswer) => Promise<CallToolResult | InputRequiredResult>;

export function createAnswerCall(): AnswerCall {
  const serve = createServeRequest<CallToolResult | InputRequiredResult>();
  return ({ tool, args, ...request }) =>
    serve({
      ...request,
      subject: [tool.listed.name, args],
      mayAsk: true,
      run: async (visit) => toWire(await tool.run(args, visit)),
    });
}

function toWire({ question, error, ...result }: ToolResult): CallToolResult | InputRequiredResult {
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  return (question ?? result) as CallToolResult | InputRequiredResult;
}

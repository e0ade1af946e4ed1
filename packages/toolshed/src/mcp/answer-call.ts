import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { ListedTool } from "./listed-tool.ts";
import { createServeRequest, type RequestToServe } from "./serve-request.ts";
import { toWire } from "./to-wire.ts";

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

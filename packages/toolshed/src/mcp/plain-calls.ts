import {
  type CallToolResult,
  type Implementation,
  type InputRequiredResult,
  isInputRequiredResult,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { Caller } from "../policy/caller.ts";
import type { CallContext } from "./call-context.ts";
import { type PlainCall, toPlainCall } from "./plain-call.ts";
import type { McpRequest } from "./read-message.ts";

export type CallAnswer = CallToolResult | InputRequiredResult;
/** Calls the tool of a name for whoever asks. */
export type CallByName = (
  params: PlainCall["params"],
  context: CallContext,
  caller: Caller,
) => Promise<CallAnswer>;

/** Nothing: the request is the SDK's. A call that has ended in another way than with a result is the SDK's to tell. */
export type PlainAnswer =
  | { readonly response: Response }
  | { readonly ended: Promise<CallAnswer> }
  | undefined;

/**
 * Answers plain calls without the SDK's server, of which there would have to be a new one for each request: that takes
 * longer than all that the gateway does for a call.
 */
export interface PlainCalls {
  answer(asked: McpRequest, caller: Caller, server: Implementation): Promise<PlainAnswer>;
  /** Ends the calls under way, and resolves when they have. */
  close(): Promise<void>;
}

export function createPlainCalls(callByName: CallByName): PlainCalls {
  const underWay = new Map<AbortController, Promise<unknown>>();

  function run({ params, envelope }: PlainCall, request: Request, caller: Caller): Promise<CallAnswer> {
    const ending = new AbortController();
    const end = () => ending.abort();
    request.signal.addEventListener("abort", end);
    const running = callByName(params, toContext(envelope, request, ending.signal), caller).finally(() => {
      underWay.delete(ending);
      request.signal.removeEventListener("abort", end);
    });
    underWay.set(ending, running);
    return running;
  }

  return {
    async answer(asked, caller, server) {
      const call = toPlainCall(asked);
      if (!call) return undefined;
      const ended = run(call, asked.request, caller);
      const result = await ended.catch(() => undefined);
      if (!result || isInputRequiredResult(result) || !isForClientsOfEachAge(result)) return { ended };
      const body = JSON.stringify({
        result: call.envelope ? complete(result, server) : result,
        jsonrpc: "2.0",
        id: call.id,
      });
      return { response: new Response(body, { headers: { "content-type": "application/json" } }) };
    },

    async close() {
      const running = [...underWay.values()];
      for (const ending of underWay.keys()) ending.abort();
      await Promise.allSettled(running);
    },
  };
}

const complete = (result: CallToolResult, server: Implementation) => ({
  ...result,
  resultType: "complete",
  _meta: { [SERVER_INFO_META_KEY]: server, ...result._meta },
});

/** What is no object only clients of the newer revision take, and the SDK knows what to give the others. */
const isForClientsOfEachAge = ({ structuredContent: value }: CallToolResult): boolean =>
  value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value));

function toContext(envelope: PlainCall["envelope"], request: Request, signal: AbortSignal): CallContext {
  return {
    http: { req: request },
    mcpReq: {
      signal,
      ...(envelope && { envelope: envelope as never }),
      requestState: () => undefined,
      // A plain call is told nothing before its answer.
      notify: async () => {},
      send: () => Promise.reject(new Error("The client can be asked nothing")),
    },
  };
}

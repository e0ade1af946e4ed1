import {
  type CallToolResult,
  type Implementation,
  type InputRequiredResult,
  isInputRequiredResult,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { Caller } from "../policy/caller.ts";
import type { CallContext } from "./call-context.ts";
import type { PlainCall } from "./plain-call.ts";

export type CallAnswer = CallToolResult | InputRequiredResult;
/** Calls the tool of a name for whoever asks. */
export type CallByName = (
  params: PlainCall["params"],
  context: CallContext,
  caller: Caller,
) => Promise<CallAnswer>;

/** A call that has ended in another way than with a result is the SDK's to tell. */
export type PlainAnswer = { readonly text: string } | { readonly ended: Promise<CallAnswer> };

/** Who waits for the answer. */
export interface PlainVisit {
  readonly caller: Caller;
  /** The program that asks, where the call itself does not tell. */
  readonly userAgent: string;
  /** Aborted when nobody waits any more. Nobody else listens to it. */
  readonly ending: AbortController;
}

/**
 * Answers plain calls without the SDK's server, of which there would have to be a new one for each request: that takes
 * longer than all that the gateway does for a call.
 */
export interface PlainCalls {
  /** Never rejects. */
  answer(call: PlainCall, visit: PlainVisit, server: Implementation): Promise<PlainAnswer>;
  /** Ends the calls under way, and resolves when they have. */
  close(): Promise<void>;
}

export function createPlainCalls(callByName: CallByName): PlainCalls {
  const underWay = new Map<AbortController, Promise<unknown>>();

  async function run(call: PlainCall, visit: PlainVisit): Promise<CallAnswer> {
    const running = callByName(call.params, toContext(call, visit), visit.caller);
    underWay.set(visit.ending, running);
    try {
      return await running;
    } finally {
      underWay.delete(visit.ending);
    }
  }

  return {
    async answer(call, visit, server) {
      const ended = run(call, visit);
      const result = await ended.catch(() => undefined);
      if (!result || isInputRequiredResult(result) || !isForClientsOfEachAge(result)) return { ended };
      const told = call.envelope ? complete(result, server) : result;
      return { text: JSON.stringify({ result: told, jsonrpc: "2.0", id: call.id }) };
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

function toContext({ envelope }: PlainCall, { userAgent, ending }: PlainVisit): CallContext {
  return {
    userAgent,
    ending,
    mcpReq: {
      signal: ending.signal,
      ...(envelope && { envelope: envelope as never }),
      requestState: () => undefined,
      // A plain call is told nothing before its answer.
      notify: async () => {},
      send: () => Promise.reject(new Error("The client can be asked nothing")),
    },
  };
}

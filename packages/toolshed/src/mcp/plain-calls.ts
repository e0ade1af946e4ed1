import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { Cancellation } from "../cancellation.ts";
import type { Caller } from "../policy/caller.ts";
import { nobodyToAsk } from "../source/nobody-to-ask.ts";
import type { Passage } from "../source/source.ts";
import type { AnswerCall } from "./answer-call.ts";
import type { CallContext } from "./call-context.ts";
import { clientName } from "./client-name.ts";
import type { ListedTool } from "./listed-tool.ts";
import type { PlainCall } from "./plain-call.ts";
import { toWire } from "./to-wire.ts";

export type CallAnswer = CallToolResult | InputRequiredResult;

export interface PlainCallsParts {
  /** The tool of a name, if the caller may call it. */
  find(name: string, caller: Caller): Promise<ListedTool | undefined>;
  /** For endpoints that expose a source as it is. */
  passageFor?(context: CallContext, caller: Caller): Passage;
  readonly answerCall: AnswerCall;
}

/** A call that has ended in another way than with a result is the SDK's to tell. */
export type PlainAnswer = { readonly text: string } | { readonly ended: Promise<CallAnswer> };

/** Who waits for the answer. */
export interface PlainVisit {
  readonly caller: Caller;
  /** The program that asks, where the call itself does not tell. */
  readonly userAgent: string;
  /** Aborted when the client has gone. */
  readonly signal: Cancellation;
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

export function createPlainCalls({ find, passageFor, answerCall }: PlainCallsParts): PlainCalls {
  const underWay = new Map<Cancellation, Promise<unknown>>();

  async function run(call: PlainCall, visit: PlainVisit): Promise<CallAnswer> {
    const { name, arguments: args } = call.params;
    const { caller, signal, userAgent } = visit;
    const tool = await find(name, caller);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    const context = toContext(call, visit);
    const passage = passageFor?.(context, caller);
    if (canBeAsked(call)) return answerCall({ tool, args, caller, context, passage });
    const client = clientName(call.envelope, userAgent);
    return toWire(await tool.run(args, { caller, client, signal, elicit: nobodyToAsk, passage }));
  }

  async function runWatched(call: PlainCall, visit: PlainVisit): Promise<CallAnswer> {
    const running = run(call, visit);
    underWay.set(visit.signal, running);
    try {
      return await running;
    } finally {
      underWay.delete(visit.signal);
    }
  }

  return {
    async answer(call, visit, server) {
      const ended = runWatched(call, visit);
      const result = await ended.catch(() => undefined);
      if (!result || isInputRequiredResult(result) || !isForClientsOfEachAge(result)) return { ended };
      const told = call.envelope ? complete(result, server) : result;
      try {
        return { text: JSON.stringify({ result: told, jsonrpc: "2.0", id: call.id }) };
      } catch {
        // What cannot be written is not to be called again by whoever tries it another way.
        return { ended };
      }
    },

    async close() {
      const running = [...underWay.values()];
      for (const signal of underWay.keys()) signal.abort();
      await Promise.allSettled(running);
    },
  };
}

function canBeAsked({ envelope }: PlainCall): boolean {
  const { elicitation, sampling, roots } = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ??
    {}) as ClientCapabilities;
  return [elicitation, sampling, roots].some((one) => one !== undefined);
}

const complete = (result: CallToolResult, server: Implementation) => ({
  ...result,
  resultType: "complete",
  _meta: { [SERVER_INFO_META_KEY]: server, ...result._meta },
});

/** What is no object only clients of the newer revision take, and the SDK knows what to give the others. */
const isForClientsOfEachAge = ({ structuredContent: value }: CallToolResult): boolean =>
  value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value));

function toContext({ envelope }: PlainCall, { userAgent, signal }: PlainVisit): CallContext {
  return {
    userAgent,
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

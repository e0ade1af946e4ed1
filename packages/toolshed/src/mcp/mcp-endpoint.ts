import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { Caller } from "../policy/caller.ts";
import { nobodyToAsk } from "../source/nobody-to-ask.ts";
import { createAnswerCall } from "./answer-call.ts";
import { clientName, userAgentOf } from "./client-name.ts";
import { handedOver, handOver } from "./handed-over.ts";
import type { ListedTool } from "./listed-tool.ts";
import type { PlainCall } from "./plain-call.ts";
import { createPlainCalls, type PlainAnswer, type PlainVisit } from "./plain-calls.ts";
import type { McpRequest } from "./read-message.ts";
import type { ReadView } from "./read-view.ts";

export interface McpEndpoint {
  fetch(asked: McpRequest, caller: Caller): Promise<Response>;
  /** Whether a plain call of this caller is for `answer`. All others are for `fetch`. */
  takes(call: PlainCall, caller: Caller): boolean;
  answer(call: PlainCall, visit: PlainVisit): Promise<PlainAnswer>;
  /** Ends the requests and streams under way. */
  close(): Promise<void>;
}

export interface McpEndpointParts {
  readonly expose: Expose;
  readonly readView: ReadView;
  /** Serves endpoints that expose a source as it is. */
  readonly ofSource: McpEndpoint;
  readonly version: string;
  /** Calls whenever the tools of an endpoint may be others, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

const instructions =
  "Toolshed gives access to many tools through three. First search_tools: describe the task and get the paths of tools that fit. " +
  "Then read_tool, unless you already know the tool: it tells what arguments to give and whether the tool is destructive. " +
  "Then call_tool with the path and the arguments. If a path is not found, search again instead of guessing.";

/** The list of the tools that search, read and call is the same for everybody. */
const cacheHints = { "tools/list": { ttlMs: 60_000, cacheScope: "public" } } as const;

/** The tools that a caller's endpoint exposes at this moment. */
export type Expose = (caller: Caller) => readonly ListedTool[] | Promise<readonly ListedTool[]>;

/** Serves clients of both eras on one URL: each request stands for itself, whether or not it began with `initialize`. */
export function createMcpEndpoint(parts: McpEndpointParts): McpEndpoint {
  const { expose, readView, ofSource, version } = parts;
  const answerCall = createAnswerCall();
  const info = { name: "toolshed", title: "Toolshed", version };

  const find = async (name: string, caller: Caller) =>
    (await expose(caller)).find(({ listed }) => listed.name === name);
  const plainCalls = createPlainCalls({ find, answerCall });

  const handler = createMcpHandler(({ authInfo }) => {
    const { caller, ended } = handedOver(authInfo);
    const server = new Server(info, {
      // The list of pinned tools changes with their sources; the other is always the same.
      capabilities: { tools: caller.pins ? { listChanged: true } : {}, resources: {} },
      ...(caller.pins ? {} : { instructions, cacheHints }),
    });
    server.setRequestHandler("tools/list", async () => ({
      tools: (await expose(caller)).map(({ listed }) => listed),
    }));
    server.setRequestHandler("tools/call", async ({ params: { name, arguments: args } }, context) => {
      if (ended) return ended;
      const tool = await find(name, caller);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
      return answerCall({ tool, args, caller, context });
    });
    // Nobody has to know them before a tool names one.
    server.setRequestHandler("resources/list", () => ({ resources: [] }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
    server.setRequestHandler("resources/read", ({ params }, { mcpReq, http }) =>
      readView(params.uri, {
        caller,
        client: clientName(mcpReq.envelope as Record<string, unknown> | undefined, userAgentOf(http?.req)),
        signal: mcpReq.signal,
        elicit: nobodyToAsk,
      }),
    );
    return server;
  });
  const unsubscribe = parts.subscribe(() => handler.notify.toolsChanged());

  return {
    async fetch(asked, caller) {
      if (caller.source !== undefined) return ofSource.fetch(asked, caller);
      const { request, message, ended } = asked;
      return handler.fetch(request, { authInfo: handOver({ caller, ended }), parsedBody: message });
    },
    takes: (call, caller) => caller.source === undefined || ofSource.takes(call, caller),
    answer: (call, visit) =>
      visit.caller.source === undefined ? plainCalls.answer(call, visit, info) : ofSource.answer(call, visit),
    async close() {
      unsubscribe();
      await plainCalls.close();
      await handler.close();
      await ofSource.close();
    },
  };
}

import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  createMcpHandler,
  type Implementation,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { Caller } from "../policy/caller.ts";
import type { ListedTool } from "./listed-tool.ts";
import { createSuspendedCalls, type Progress } from "./suspended-calls.ts";

export interface McpEndpoint {
  fetch(request: Request, caller: Caller): Promise<Response>;
  /** Ends the requests and streams under way. */
  close(): Promise<void>;
}

const instructions =
  "Toolshed gives access to many tools through three. First search_tools: describe the task and get the paths of tools that fit. " +
  "Then read_tool, unless you already know the tool: it tells what arguments to give and whether the tool is destructive. " +
  "Then call_tool with the path and the arguments. If a path is not found, search again instead of guessing.";

/** The list of the tools that search, read and call is the same for everybody. */
const cacheHints = { "tools/list": { ttlMs: 60_000, cacheScope: "public" } } as const;
const answerKey = "answer";
const unavailable = async (): Promise<ElicitResult> => ({ action: "unavailable" });

/** The tools that a caller's endpoint exposes at this moment. */
export type Expose = (caller: Caller) => readonly ListedTool[] | Promise<readonly ListedTool[]>;

/** Serves clients of both eras on one URL: each request stands for itself, whether or not it began with `initialize`. */
export function createMcpEndpoint(expose: Expose, version: string): McpEndpoint {
  const suspended = createSuspendedCalls();

  async function call(
    tool: ListedTool,
    args: unknown,
    caller: Caller,
    { mcpReq, http }: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
    const { signal } = mcpReq;
    const client = clientName(envelope, http?.req);
    const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
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
  }

  const handler = createMcpHandler(({ authInfo }) => {
    const caller = authInfo?.extra?.caller as Caller;
    const server = new Server(
      { name: "toolshed", title: "Toolshed", version },
      {
        capabilities: { tools: {} },
        ...(caller.pins ? {} : { instructions, cacheHints }),
      },
    );
    server.setRequestHandler("tools/list", async () => ({
      tools: (await expose(caller)).map(({ listed }) => listed),
    }));
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const tool = (await expose(caller)).find(({ listed }) => listed.name === params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      return call(tool, params.arguments, caller, context);
    });
    return server;
  });

  return {
    fetch: (request, caller) =>
      handler.fetch(request, {
        authInfo: { token: "", clientId: caller.via, scopes: [], extra: { caller } },
      }),
    close: () => handler.close(),
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

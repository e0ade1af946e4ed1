import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import type { Caller } from "../call/caller.ts";
import type { MetaTool } from "./meta-tool.ts";

export interface McpEndpoint {
  fetch(request: Request, caller: Caller): Promise<Response>;
  /** Ends the requests and streams under way. */
  close(): Promise<void>;
}

const instructions =
  "Toolshed gives access to many tools through three. First search_tools: describe the task and get the paths of tools that fit. " +
  "Then read_tool, unless you already know the tool: it tells what arguments to give and whether the tool is destructive. " +
  "Then call_tool with the path and the arguments. If a path is not found, search again instead of guessing.";

/** Serves clients of both eras on one URL: each request stands for itself, whether or not it began with `initialize`. */
export function createMcpEndpoint(metaTools: readonly MetaTool[], version: string): McpEndpoint {
  const byName = new Map(metaTools.map((tool) => [tool.listed.name, tool]));
  const list = { tools: metaTools.map(({ listed }) => listed) };

  const handler = createMcpHandler(({ authInfo }) => {
    const caller = authInfo?.extra?.caller as Caller;
    const server = new Server(
      { name: "toolshed", title: "Toolshed", version },
      {
        capabilities: { tools: {} },
        instructions,
        cacheHints: { "tools/list": { ttlMs: 60_000, cacheScope: "public" } },
      },
    );
    server.setRequestHandler("tools/list", () => list);
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const tool = byName.get(params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      return (await tool.run(params.arguments, caller, mcpReq.signal)) as CallToolResult;
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

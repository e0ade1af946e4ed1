import { ProtocolError, ProtocolErrorCode, Server, type Tool } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Caller } from "../policy/caller.ts";
import { everything } from "../policy/scope.ts";
import { createAnswerCall } from "./answer-call.ts";
import type { ListedTool } from "./listed-tool.ts";

const instructions =
  "Toolshed gives access to many tools. Find some with search_tools, see how they are called with read_tool, and call them from a script with run: " +
  "one script can call many tools and return only what matters. If a run pauses, a person has to decide; then use resume.";
/** A person may take their time. */
const questions = { roundTimeoutMs: 10 * 60 * 1000, maxRounds: 100 };
/** Whoever calls is known to the gateway, not here. */
const caller: Caller = {
  userId: "",
  role: "",
  via: "stdio",
  audience: "model",
  scope: everything,
  approval: "host",
};

/** Serves one client of either era on this process's stdin and stdout, until it goes. */
export function startStdioServer(tools: readonly ListedTool[], version: string): void {
  const answerCall = createAnswerCall();
  const listed: Tool[] = tools.map((tool) => tool.listed);

  serveStdio(() => {
    const server = new Server(
      { name: "toolshed", title: "Toolshed", version },
      { capabilities: { tools: {} }, instructions, inputRequired: questions },
    );
    server.setRequestHandler("tools/list", () => ({ tools: listed }));
    server.setRequestHandler("tools/call", ({ params }, context) => {
      const tool = tools.find((candidate) => candidate.listed.name === params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      const session = {
        client: server.getClientVersion()?.name,
        capabilities: server.getClientCapabilities(),
      };
      return answerCall({ tool, args: params.arguments, caller, context, session });
    });
    return server;
  });
}

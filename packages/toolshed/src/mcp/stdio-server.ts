import type { Caller } from "../policy/caller.ts";
import { everything } from "../policy/scope.ts";
import type { ReadView } from "./endpoints/read-view.ts";
import { endpointFor, fixed } from "./endpoints/search-endpoint.ts";
import type { ListedTool } from "./listed-tool.ts";
import { type StdioParts, serveStdio } from "./protocol/stdio.ts";
import { createServeAsking } from "./questions/serve-asking.ts";

const instructions =
  "Toolshed gives access to many tools. Find some with search_tools, see how they are called with read_tool, and call them from a script with run: " +
  "one script can call many tools and return only what matters. Use show_tool for a tool with a view that the user should see. If a run pauses, a person has to decide; then use resume.";
/** The gateway knows who calls. */
const caller: Caller = {
  userId: "",
  role: "",
  via: "stdio",
  audience: "model",
  scope: everything,
  approval: "host",
};

/** Serves one client of either era until it goes. */
export function startStdioServer(
  streams: Pick<StdioParts, "input" | "output">,
  tools: readonly ListedTool[],
  readView: ReadView,
): Promise<void> {
  const described = { capabilities: { tools: {}, resources: {} }, instructions };
  const endpoint = endpointFor(fixed(tools), described, { readView, serveAsking: createServeAsking() });
  return serveStdio({ endpoint, caller, ...streams });
}

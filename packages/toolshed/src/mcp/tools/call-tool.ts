import { z } from "zod";
import type { Call } from "../../call/call.ts";
import type { ListedTool } from "../listed-tool.ts";
import { metaTool } from "./meta-tool.ts";
import type { SuggestPaths } from "./suggest-paths.ts";

/** Which tool to call, and with what. */
export const calledTool = z.object({
  path: z.string().describe("The path of the tool, as search_tools returns it"),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Arguments that match the tool's inputSchema"),
  connection: z
    .string()
    .max(100)
    .optional()
    .describe("The name of the connection to use, if read_tool lists several; else the default one"),
});

export function callTool(call: Call, suggestPaths: SuggestPaths): ListedTool {
  return metaTool({
    name: "call_tool",
    title: "Call a tool",
    description:
      "Call one tool by its path. Arguments that are left out take the defaults of the tool's inputSchema. Ask the user first if read_tool says that the tool is destructive.",
    annotations: { destructiveHint: false, openWorldHint: true },
    input: calledTool,
    run: async ({ path, arguments: args, connection }, visit) =>
      suggestPaths(await call({ ...visit, path, args, connection }), path, visit.caller),
  });
}

import type { Tool } from "@modelcontextprotocol/server";
import type { CallRequest } from "../call/create-call.ts";
import type { ToolResult } from "../call/tool-result.ts";

/** Who calls, with what program, and how that person can be asked. */
export type Visit = Omit<CallRequest, "path" | "args">;

/** A tool as an endpoint lists it, and what happens when it is called. */
export interface ListedTool {
  readonly listed: Tool;
  run(args: unknown, visit: Visit): Promise<ToolResult>;
}

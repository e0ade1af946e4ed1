import type { Tool } from "@modelcontextprotocol/server";
import type { CallRequest } from "../call/call.ts";
import type { CallOutcome } from "../call/outcome.ts";

/** Who calls, with what program, and how that person can be asked. */
export type Visit = Omit<CallRequest, "path" | "args">;

/** A tool as an endpoint lists it, and what happens when it is called. */
export interface ListedTool {
  readonly listed: Tool;
  run(args: unknown, visit: Visit): Promise<CallOutcome>;
}

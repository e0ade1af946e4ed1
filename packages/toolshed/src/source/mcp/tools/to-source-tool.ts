import type { Tool } from "@modelcontextprotocol/client";
import type { SourceTool } from "../../source.ts";
import { passMeta } from "../content/pass-meta.ts";

/** Nobody but the server knows what its tool does: what it does not say counts as the worst. */
export function toSourceTool(
  tool: Tool,
  path: string,
  { sourceId, authProvider }: { sourceId: string; authProvider?: string | undefined },
): Omit<SourceTool, "run"> & { upstreamName: string } {
  const { name, title, description = "", inputSchema, outputSchema, annotations } = tool;
  const readOnly = annotations?.readOnlyHint === true;
  const meta = passMeta(sourceId, tool._meta);
  return {
    path,
    name: title ?? annotations?.title ?? name,
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    destructive: !readOnly && annotations?.destructiveHint !== false,
    readOnly,
    ...(authProvider !== undefined && { authProvider }),
    upstreamName: name,
    ...(annotations && { annotations }),
    ...(meta && { meta }),
    // The server checks its own arguments: it knows more than its schema says, and a pattern in that could hold up this process.
    async parse(args = {}) {
      return typeof args === "object" && args !== null && !Array.isArray(args)
        ? { input: args }
        : { problem: "expected an object" };
    },
  };
}

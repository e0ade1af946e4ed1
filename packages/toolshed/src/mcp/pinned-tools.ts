import type { Tool } from "@modelcontextprotocol/server";
import type { Call } from "../call/create-call.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { Caller } from "../policy/caller.ts";
import type { SourceTool } from "../source/source.ts";
import type { ListedTool } from "./listed-tool.ts";
import { toToolNames } from "./tool-name.ts";

/** The pinned tools that the caller may see now, listed by names that every client takes. */
export async function pinnedTools(
  pins: readonly string[],
  caller: Caller,
  { catalog, visibility, call }: { catalog: Catalog; visibility: Visibility; call: Call },
): Promise<ListedTool[]> {
  const { isVisible } = await visibility(caller);
  return [...toToolNames(pins)].flatMap(([name, path]) => {
    const tool = catalog.find(path);
    if (!tool || !isVisible(tool)) return [];
    return { listed: toListed(name, tool), run: (args, visit) => call({ ...visit, path, args }) };
  });
}

function toListed(name: string, tool: SourceTool): Tool {
  const { inputSchema, outputSchema, destructive, readOnly, description, meta } = tool;
  return {
    name,
    title: tool.name,
    description,
    inputSchema: inputSchema as Tool["inputSchema"],
    // Clients before 2026-07-28 take nothing but objects here.
    ...(outputSchema?.type === "object" && { outputSchema: outputSchema as Tool["outputSchema"] }),
    annotations: { readOnlyHint: readOnly, destructiveHint: destructive },
    ...(meta && { _meta: { ...meta } }),
  };
}

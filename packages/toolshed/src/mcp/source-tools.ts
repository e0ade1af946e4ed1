import type { Tool } from "@modelcontextprotocol/server";
import type { Call } from "../call/create-call.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { Caller } from "../policy/caller.ts";
import type { SourceTool } from "../source/source.ts";
import type { ListedTool } from "./listed-tool.ts";

/** The tools of one source that the caller may see now, or the one of a name, under the names that their server gives them. */
export async function sourceTools(
  sourceId: string,
  caller: Caller,
  { catalog, visibility, call }: { catalog: Catalog; visibility: Visibility; call: Call },
  name?: string,
): Promise<ListedTool[]> {
  const { isVisible } = await visibility(caller);
  const all = catalog.source(sourceId)?.tools ?? [];
  const tools = name === undefined ? all : all.filter(({ upstreamName }) => upstreamName === name);
  return tools.filter(isVisible).map((tool) => ({
    // Whoever calls it does not need this.
    get listed() {
      return toListed(tool);
    },
    run: (args, visit) => call({ ...visit, path: tool.path, args }),
  }));
}

function toListed(tool: SourceTool): Tool {
  const { path, name, upstreamName = path, description, inputSchema, outputSchema, annotations, meta } = tool;
  return {
    name: upstreamName,
    ...(name !== upstreamName && { title: name }),
    description,
    inputSchema: inputSchema as Tool["inputSchema"],
    ...(outputSchema && { outputSchema: outputSchema as Tool["outputSchema"] }),
    ...(annotations && { annotations }),
    ...(meta && { _meta: { ...meta } }),
  };
}

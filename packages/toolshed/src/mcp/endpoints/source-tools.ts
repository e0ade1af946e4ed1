import type { Tool } from "@modelcontextprotocol/server";
import type { Call } from "../../call/call.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Visibility } from "../../catalog/visibility.ts";
import type { Caller } from "../../policy/caller.ts";
import type { SourceTool } from "../../source/source.ts";
import type { ListedTool } from "../listed-tool.ts";
import type { ToolSet } from "../tools/tool-handlers.ts";

interface SourceToolParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly call: Call;
}

/** The tools of the caller's source that it may see now, under the names that their server gives them. */
export function createSourceTools({ catalog, visibility, call }: SourceToolParts): ToolSet {
  const toolsOf = ({ source = "" }: Caller) => catalog.source(source)?.tools ?? [];
  const toExposed = (tool: SourceTool): ListedTool => ({
    // Made on demand: a call does not need it.
    get listed() {
      return toListed(tool);
    },
    run: (args, visit) => call({ ...visit, path: tool.path, args }),
  });

  return {
    async list(caller) {
      const { isVisible } = await visibility(caller);
      return toolsOf(caller).filter(isVisible).map(toExposed);
    },
    async find(name, caller) {
      const { isVisible } = await visibility(caller);
      const tool = toolsOf(caller).find((one) => one.upstreamName === name && isVisible(one));
      return tool && toExposed(tool);
    },
  };
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

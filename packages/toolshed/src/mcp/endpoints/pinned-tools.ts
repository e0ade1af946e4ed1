import type { Tool } from "@modelcontextprotocol/server";
import type { Call } from "../../call/call.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Visibility } from "../../catalog/visibility.ts";
import type { SourceTool } from "../../source/source.ts";
import type { ListedTool } from "../listed-tool.ts";
import type { ToolSet } from "../tools/tool-handlers.ts";
import { toToolNames } from "./tool-name.ts";

interface PinnedParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly call: Call;
}

/** The pinned tools that the caller may see now, listed by names that every client takes. */
export function createPinnedTools({ catalog, visibility, call }: PinnedParts): ToolSet {
  function toPinned(
    name: string,
    path: string,
    isVisible: (tool: SourceTool) => boolean,
  ): ListedTool | undefined {
    const tool = catalog.find(path);
    if (!tool || !isVisible(tool)) return undefined;
    return { listed: toListed(name, tool), run: (args, visit) => call({ ...visit, path, args }) };
  }

  return {
    async list(caller) {
      const { isVisible } = await visibility(caller);
      return [...toToolNames(caller.pins ?? [])].flatMap(
        ([name, path]) => toPinned(name, path, isVisible) ?? [],
      );
    },
    async find(name, caller) {
      const path = toToolNames(caller.pins ?? []).get(name);
      const { isVisible } = await visibility(caller);
      return path === undefined ? undefined : toPinned(name, path, isVisible);
    },
  };
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

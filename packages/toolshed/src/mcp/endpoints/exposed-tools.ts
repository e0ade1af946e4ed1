import { createHash } from "node:crypto";
import type { Tool } from "@modelcontextprotocol/server";
import type { Call } from "../../call/call.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Visibility } from "../../catalog/visibility.ts";
import type { Caller } from "../../policy/caller.ts";
import type { SourceTool } from "../../source/source.ts";
import type { ListedTool } from "../listed-tool.ts";
import type { ToolSet } from "../tools/tool-handlers.ts";

interface ExposedParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly call: Call;
}

const maxLength = 64;
const hashLength = 8;

/** The pinned tools that the caller may see now, listed by names that every client takes. */
export function createPinnedTools({ catalog, visibility, call }: ExposedParts): ToolSet {
  function toPinned(
    name: string,
    path: string,
    isVisible: (tool: SourceTool) => boolean,
  ): ListedTool | undefined {
    const tool = catalog.find(path);
    if (!tool || !isVisible(tool)) return undefined;
    return { listed: toPinnedTool(name, tool), run: (args, visit) => call({ ...visit, path, args }) };
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

function toPinnedTool(name: string, tool: SourceTool): Tool {
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

/** Names for tools in clients that allow no dots and few characters: each its own, and the same every time. */
export function toToolNames(paths: readonly string[]): Map<string, string> {
  const byName = new Map<string, string>();
  for (const path of [...new Set(paths)].sort()) {
    const plain = path.replaceAll(".", "_");
    const fits = plain.length <= maxLength && !byName.has(plain);
    byName.set(fits ? plain : `${plain.slice(0, maxLength - hashLength - 1)}_${hash(path)}`, path);
  }
  return byName;
}

const hash = (path: string): string => createHash("sha256").update(path).digest("hex").slice(0, hashLength);

/** The tools of the caller's source that it may see now, under the names that their server gives them. */
export function createSourceTools({ catalog, visibility, call }: ExposedParts): ToolSet {
  const toolsOf = ({ source = "" }: Caller) => catalog.source(source)?.tools ?? [];
  const toExposed = (tool: SourceTool): ListedTool => ({
    // Made on demand: a call does not need it.
    get listed() {
      return toSourceTool(tool);
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

function toSourceTool(tool: SourceTool): Tool {
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

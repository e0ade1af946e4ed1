import { createHash } from "node:crypto";
import type { Tool } from "@modelcontextprotocol/server";
import type { Caller } from "../../policy/caller.ts";
import type { SourceTool } from "../../source/source.ts";
import type { ListedTool } from "../listed-tool.ts";
import type { Tools } from "../open-tools.ts";
import type { ToolSet } from "../tools/tool-handlers.ts";

type ExposedParts = Pick<Tools, "catalog" | "visibility" | "call">;

/** The tools that an endpoint is for, whether its caller may see them or not, and how it lists them. */
interface Exposure {
  all(caller: Caller): readonly (readonly [name: string, tool: SourceTool | undefined])[];
  find(name: string, caller: Caller): SourceTool | undefined;
  toListed(name: string, tool: SourceTool): Tool;
}

const maxLength = 64;
const hashLength = 8;

function expose({ visibility, call }: ExposedParts, { all, find, toListed }: Exposure): ToolSet {
  const toExposed = (name: string, tool: SourceTool): ListedTool => ({
    // Made on demand: a call does not need it.
    get listed() {
      return toListed(name, tool);
    },
    run: (args, visit) => call({ ...visit, path: tool.path, args }),
  });

  return {
    async list(caller) {
      const { isVisible } = await visibility(caller);
      return all(caller).flatMap(([name, tool]) => (tool && isVisible(tool) ? toExposed(name, tool) : []));
    },
    async find(name, caller) {
      const tool = find(name, caller);
      const { isVisible } = await visibility(caller);
      return tool && isVisible(tool) ? toExposed(name, tool) : undefined;
    },
  };
}

/** The pinned tools that the caller may see now, listed by names that every client takes. */
export const createPinnedTools = (parts: ExposedParts): ToolSet =>
  expose(parts, {
    all: ({ pins = [] }) => [...toToolNames(pins)].map(([name, path]) => [name, parts.catalog.find(path)]),
    find(name, { pins = [] }) {
      const path = toToolNames(pins).get(name);
      if (path !== undefined) return parts.catalog.find(path);
      return findByOwnName(
        pins.flatMap((pin) => parts.catalog.find(pin) ?? []),
        name,
      );
    },
    toListed: toPinnedTool,
  });

/** A View calls the tools beside it by the names that its own server or plugin has for them. */
export function findByOwnName(tools: readonly SourceTool[], name: string): SourceTool | undefined {
  const [tool, ...others] = tools.filter(({ path, upstreamName }) => [path, upstreamName].includes(name));
  return others.length === 0 ? tool : undefined;
}

export function toPinnedTool(name: string, tool: SourceTool): Tool {
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
export function toToolNames(
  paths: readonly string[],
  taken: Pick<ReadonlySet<string>, "has"> = new Set(),
): Map<string, string> {
  const byName = new Map<string, string>();
  for (const path of [...new Set(paths)].sort()) {
    const plain = plainName(path);
    const fits = plain.length <= maxLength && !byName.has(plain) && !taken.has(plain);
    byName.set(fits ? plain : `${plain.slice(0, maxLength - hashLength - 1)}_${hash(path)}`, path);
  }
  return byName;
}

export const plainName = (path: string): string => path.replaceAll(".", "_");

const hash = (path: string): string => createHash("sha256").update(path).digest("hex").slice(0, hashLength);

/** The tools of the caller's source that it may see now, under the names that their server gives them. */
export function createSourceTools(parts: ExposedParts): ToolSet {
  const toolsOf = ({ source = "" }: Caller) => parts.catalog.source(source)?.tools ?? [];
  return expose(parts, {
    all: (caller) => toolsOf(caller).map((tool) => [tool.upstreamName ?? tool.path, tool]),
    find: (name, caller) => toolsOf(caller).find(({ upstreamName }) => upstreamName === name),
    toListed: toSourceTool,
  });
}

function toSourceTool(upstreamName: string, tool: SourceTool): Tool {
  const { name, description, inputSchema, outputSchema, annotations, meta } = tool;
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

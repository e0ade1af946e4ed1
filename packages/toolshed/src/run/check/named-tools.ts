import type { Catalog } from "../../catalog/catalog.ts";
import type { SourceTool } from "../../source/source.ts";
import type { Mention, Mentions } from "./script-mentions.ts";

/** How many tools a script is checked against. What it does with others is not checked. */
const maxTools = 300;

/** The tools that a script names, and all those below a path that it names without calling it. */
export function namedTools(
  { mentions, isOpen }: Mentions,
  catalog: Pick<Catalog, "find" | "tools">,
  isVisible: (tool: SourceTool) => boolean,
): Mentions & { readonly tools: readonly SourceTool[] } {
  const found = new Map<string, SourceTool>();
  const prefixes = new Set<string>();
  const find = (path: string): SourceTool | undefined => {
    const tool = catalog.find(path);
    return tool && isVisible(tool) ? tool : undefined;
  };
  const named = mentions.map((mention): Mention => {
    const tool = longestTool(mention.path, find);
    if (tool) found.set(tool.path, tool);
    else prefixes.add(mention.path);
    return tool ? { ...mention, path: tool.path } : mention;
  });
  if (prefixes.size > 0) {
    for (const tool of catalog.tools) {
      if (isBelow(tool.path, prefixes) && isVisible(tool)) found.set(tool.path, tool);
    }
  }
  return {
    tools: [...found.values()].slice(0, maxTools),
    mentions: named,
    isOpen: isOpen || found.size > maxTools,
  };
}

/** `a.b.c.then` names the tool `a.b.c`. */
function longestTool(path: string, find: (path: string) => SourceTool | undefined): SourceTool | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) {
    const tool = find(path.slice(0, end));
    if (tool) return tool;
  }
  return undefined;
}

function isBelow(path: string, prefixes: ReadonlySet<string>): boolean {
  for (let end = path.indexOf("."); end > 0; end = path.indexOf(".", end + 1)) {
    if (prefixes.has(path.slice(0, end))) return true;
  }
  return false;
}

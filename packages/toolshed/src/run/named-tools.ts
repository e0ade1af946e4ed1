import type { SourceTool } from "../source/source.ts";

/** A place in a script where it says `tools.` and a path. */
export interface Mention {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface NamedTools {
  readonly tools: readonly SourceTool[];
  readonly mentions: readonly Mention[];
  /** Whether the script also uses `tools` in ways that name no tool. */
  readonly isOpen: boolean;
}

const own = new Set(["search", "describe", "output"]);
const maxBelow = 300;

/** The tools that a script names, and all those below a path that it names without calling it. */
export function namedTools(script: string, visible: readonly SourceTool[]): NamedTools {
  const byPath = new Map(visible.map((tool) => [tool.path, tool]));
  const found = new Map<string, SourceTool>();
  const mentions: Mention[] = [];
  let isOpen = false;

  for (const match of script.matchAll(/\btools\b((?:\s*\??\.\s*[A-Za-z_$][\w$]*)*)(\s*\[)?/g)) {
    const segments = [...(match[1] ?? "").matchAll(/[A-Za-z_$][\w$]*/g)].map(([segment]) => segment);
    if (own.has(segments[0] ?? "")) continue;
    const path = segments.join(".");
    const tool = longestTool(segments, byPath);
    const below = tool ? [] : visible.filter((other) => path !== "" && other.path.startsWith(`${path}.`));
    if (tool) found.set(tool.path, tool);
    for (const other of below.slice(0, maxBelow)) found.set(other.path, other);
    if (path === "" || below.length > maxBelow || match[2]) isOpen = true;
    else mentions.push({ path: tool?.path ?? path, start: match.index, end: match.index + match[0].length });
  }
  return { tools: [...found.values()], mentions, isOpen };
}

/** `a.b.c.then` names the tool `a.b.c`. */
function longestTool(segments: string[], byPath: Map<string, SourceTool>): SourceTool | undefined {
  for (let length = segments.length; length > 0; length -= 1) {
    const tool = byPath.get(segments.slice(0, length).join("."));
    if (tool) return tool;
  }
  return undefined;
}

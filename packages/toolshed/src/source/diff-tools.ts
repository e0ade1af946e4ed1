import { isDeepStrictEqual } from "node:util";
import type { JsonSchema, SourceTool } from "./source.ts";

export type ToolFacts = Omit<SourceTool, "parse" | "run">;

export interface ChangedTool {
  readonly path: string;
  /** What is no longer the same, in plain words: `description`, `argument limit is new`. */
  readonly changes: readonly string[];
}

export interface ToolDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ChangedTool[];
}

const plainFields = ["name", "description", "destructive", "readOnly", "authProvider"] as const;

/** What of a source's tools is new, gone or no longer the same. The order of tools and of keys does not count. */
export function diffTools(before: readonly ToolFacts[], after: readonly ToolFacts[]): ToolDifference {
  const earlier = byPath(before);
  const later = byPath(after);
  const changed = [...later.values()].flatMap((tool) => {
    const former = earlier.get(tool.path);
    const changes = former ? changesOf(former, tool) : [];
    return changes.length > 0 ? [{ path: tool.path, changes }] : [];
  });
  return {
    added: [...later.keys()].filter((path) => !earlier.has(path)),
    removed: [...earlier.keys()].filter((path) => !later.has(path)),
    changed,
  };
}

const byPath = (tools: readonly ToolFacts[]): Map<string, ToolFacts> =>
  new Map(tools.map((tool) => [tool.path, tool]));

function changesOf(before: ToolFacts, after: ToolFacts): string[] {
  const fields = plainFields.filter((field) => before[field] !== after[field]);
  const input = isDeepStrictEqual(before.inputSchema, after.inputSchema)
    ? []
    : argumentChanges(before.inputSchema, after.inputSchema);
  const output = isDeepStrictEqual(before.outputSchema, after.outputSchema) ? [] : ["result"];
  return [...fields, ...input, ...output];
}

function argumentChanges(before: JsonSchema, after: JsonSchema): string[] {
  const earlier = argumentsOf(before);
  const later = argumentsOf(after);
  const names = [...new Set([...earlier.keys(), ...later.keys()])];
  const changes = names.flatMap((name) => {
    if (!earlier.has(name)) return [`argument ${name} is new`];
    if (!later.has(name)) return [`argument ${name} is gone`];
    return isDeepStrictEqual(earlier.get(name), later.get(name)) ? [] : [`argument ${name}`];
  });
  // Something that several arguments share, such as a definition.
  return changes.length > 0 ? changes : ["arguments"];
}

function argumentsOf({ properties, required }: JsonSchema): Map<string, unknown> {
  const needed = Array.isArray(required) ? required : [];
  return new Map(
    Object.entries((properties ?? {}) as Record<string, unknown>).map(([name, schema]) => [
      name,
      { schema, isRequired: needed.includes(name) },
    ]),
  );
}

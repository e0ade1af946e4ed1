import type { Source, SourceTool } from "../source/source.ts";

/** Every tool there is, by its path. */
export interface Catalog {
  readonly tools: readonly SourceTool[];
  find(path: string): SourceTool | undefined;
}

const pathPattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;
/** First segments that mean something else where tools are addressed. */
const reserved = new Set(["search", "describe", "views", "then"]);

export function createCatalog(sources: readonly Source[]): Catalog {
  const byPath = new Map<string, { source: string; tool: SourceTool }>();

  for (const source of sources) {
    for (const tool of source.tools) {
      const { path } = tool;
      if (!pathPattern.test(path)) {
        throw new Error(`${source.id}: "${path}" is not a path such as ${source.id}.notes.list`);
      }
      if (reserved.has(path.slice(0, path.indexOf(".")))) {
        throw new Error(`${source.id}: "${path}" begins with a reserved word`);
      }
      const other = byPath.get(path);
      if (other) throw new Error(`${source.id} and ${other.source} both have a tool at "${path}"`);
      byPath.set(path, { source: source.id, tool });
    }
  }

  return {
    tools: [...byPath.values()].map(({ tool }) => tool),
    find: (path) => byPath.get(path)?.tool,
  };
}

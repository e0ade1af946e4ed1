import type { Source, SourceTool } from "../source/source.ts";

/** Every tool there is, by its path. */
export interface Catalog {
  readonly tools: readonly SourceTool[];
  find(path: string): SourceTool | undefined;
  source(id: string): Source | undefined;
  /** Puts the tools of a source in place of those it had. Throws, and changes nothing, if one of their paths cannot be. */
  set(source: Source): void;
  remove(sourceId: string): void;
  /** Calls after each change with the id of the source, until the returned function is called. */
  subscribe(listener: (sourceId: string) => void): () => void;
}

const pathPattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;
/** First segments that mean something else where tools are addressed. */
const reserved = new Set(["search", "describe", "views", "then"]);

export const isReserved = (segment: string): boolean => reserved.has(segment);

export function createCatalog(sources: readonly Source[] = []): Catalog {
  const bySource = new Map<string, Map<string, SourceTool>>();
  const sourcesById = new Map<string, Source>();
  const listeners = new Set<(sourceId: string) => void>();
  let byPath = new Map<string, SourceTool>();
  let tools: readonly SourceTool[] = [];

  function changed(sourceId: string): void {
    byPath = new Map([...bySource.values()].flatMap((own) => [...own]));
    tools = [...byPath.values()];
    for (const listener of listeners) listener(sourceId);
  }

  function ownerOf(path: string): string | undefined {
    for (const [id, own] of bySource) if (own.has(path)) return id;
    return undefined;
  }

  function check(source: Source): Map<string, SourceTool> {
    const own = new Map<string, SourceTool>();
    for (const tool of source.tools) {
      const { path } = tool;
      if (!pathPattern.test(path)) {
        throw new Error(`${source.id}: "${path}" is not a path such as ${source.id}.notes.list`);
      }
      if (isReserved(path.slice(0, path.indexOf(".")))) {
        throw new Error(`${source.id}: "${path}" begins with a reserved word`);
      }
      if (own.has(path)) throw new Error(`${source.id} has two tools at "${path}"`);
      const other = byPath.has(path) ? ownerOf(path) : undefined;
      if (other !== undefined && other !== source.id) {
        throw new Error(`${source.id} and ${other} both have a tool at "${path}"`);
      }
      own.set(path, tool);
    }
    return own;
  }

  function set(source: Source): void {
    bySource.set(source.id, check(source));
    sourcesById.set(source.id, source);
    changed(source.id);
  }
  for (const source of sources) set(source);

  return {
    get tools() {
      return tools;
    },
    find: (path) => byPath.get(path),
    source: (id) => sourcesById.get(id),
    set,
    remove(sourceId) {
      sourcesById.delete(sourceId);
      if (bySource.delete(sourceId)) changed(sourceId);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

import { type Source, type SourceTool, sourceOf } from "../source/source.ts";

/** Every tool there is, by its path. A change costs what its source costs, however many others there are. */
export type Catalog = ReturnType<typeof createCatalog>;

const pathPattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;
/** First segments that mean something else where tools are addressed. */
const reserved = new Set(["search", "describe", "views", "then"]);

export const isReserved = (segment: string): boolean => reserved.has(segment);

export function createCatalog(sources: readonly Source[] = []) {
  const sourcesById = new Map<string, Source>();
  const byPath = new Map<string, { sourceId: string; tool: SourceTool }>();
  const listeners = new Set<(sourceId: string) => void>();
  let all: readonly SourceTool[] | undefined;
  const toolsOf = (sourceId: string): readonly SourceTool[] => sourcesById.get(sourceId)?.tools ?? [];

  function check({ id, tools }: Source): void {
    const own = new Set<string>();
    for (const { path } of tools) {
      if (!pathPattern.test(path)) throw new Error(`${id}: "${path}" is not a path such as ${id}.notes.list`);
      if (isReserved(sourceOf(path))) {
        throw new Error(`${id}: "${path}" begins with a reserved word`);
      }
      if (own.has(path)) throw new Error(`${id} has two tools at "${path}"`);
      const other = byPath.get(path)?.sourceId ?? id;
      if (other !== id) throw new Error(`${id} and ${other} both have a tool at "${path}"`);
      own.add(path);
    }
  }

  function change(sourceId: string, source: Source | undefined): void {
    for (const { path } of toolsOf(sourceId)) byPath.delete(path);
    if (source) sourcesById.set(sourceId, source);
    else sourcesById.delete(sourceId);
    for (const tool of toolsOf(sourceId)) byPath.set(tool.path, { sourceId, tool });
    all = undefined;
    for (const listener of listeners) listener(sourceId);
  }

  function set(source: Source): void {
    check(source);
    change(source.id, source);
  }
  for (const source of sources) set(source);

  return {
    get tools() {
      all ??= [...sourcesById.values()].flatMap(({ tools }) => tools);
      return all;
    },
    get sourceIds() {
      return [...sourcesById.keys()];
    },
    find: (path: string): SourceTool | undefined => byPath.get(path)?.tool,
    source: (id: string): Source | undefined => sourcesById.get(id),
    /** The tools of a source, none if there is no such source. */
    toolsOf,
    /** Puts the tools of a source in place of those it had. Throws, and changes nothing, if one of their paths cannot be. */
    set,
    remove(sourceId: string): void {
      if (sourcesById.has(sourceId)) change(sourceId, undefined);
    },
    /** Calls after each change with the id of the source, until the returned function is called. */
    subscribe(listener: (sourceId: string) => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

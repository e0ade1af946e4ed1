import type { ToolOwner } from "../policy/authorize.ts";
import { type Source, type SourceTool, sourceOf } from "../source/source.ts";

/** Every tool there is, by its path. A change costs what its source costs, however many others there are. */
export type Catalog = ReturnType<typeof createCatalog>;

/** Is told which source has changed, and whose it is if it belongs to one person. */
type CatalogListener = (sourceId: string, owner: ToolOwner | undefined) => void;

const pathPattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;
/** First segments that mean something else where tools are addressed. */
const reserved = new Set(["search", "describe", "views", "then"]);

export const isReserved = (segment: string): boolean => reserved.has(segment);

/** The source of an open View, whose tools are at `views.<view id>.<tool>`. */
export const viewSourceId = (viewId: string): string => `views.${viewId}`;

export function createCatalog(sources: readonly Source[] = []) {
  const sourcesById = new Map<string, Source>();
  const byPath = new Map<string, { sourceId: string; tool: SourceTool }>();
  const listeners = new Set<CatalogListener>();
  let shared: readonly SourceTool[] | undefined;
  let all: readonly SourceTool[] | undefined;
  const toolsOf = (sourceId: string): readonly SourceTool[] => sourcesById.get(sourceId)?.tools ?? [];

  function check({ id, tools, owner }: Source): void {
    const own = new Set<string>();
    for (const { path } of tools) {
      if (!pathPattern.test(path)) throw new Error(`${id}: "${path}" is not a path such as ${id}.notes.list`);
      if (isReserved(sourceOf(path)) && !(owner && path.startsWith(`${id}.`))) {
        throw new Error(`${id}: "${path}" begins with a reserved word`);
      }
      if (own.has(path)) throw new Error(`${id} has two tools at "${path}"`);
      const other = byPath.get(path)?.sourceId ?? id;
      if (other !== id) throw new Error(`${id} and ${other} both have a tool at "${path}"`);
      own.add(path);
    }
  }

  function change(sourceId: string, source: Source | undefined): void {
    const { owner } = source ?? sourcesById.get(sourceId) ?? {};
    for (const { path } of toolsOf(sourceId)) byPath.delete(path);
    if (source) sourcesById.set(sourceId, source);
    else sourcesById.delete(sourceId);
    for (const tool of toolsOf(sourceId)) byPath.set(tool.path, { sourceId, tool });
    all = undefined;
    if (!owner) shared = undefined;
    for (const listener of listeners) listener(sourceId, owner);
  }

  const collect = (isWanted: (source: Source) => boolean) =>
    [...sourcesById.values()].filter(isWanted).flatMap(({ tools }) => tools);

  function set(source: Source): void {
    check(source);
    change(source.id, source);
  }
  for (const source of sources) set(source);

  return {
    get tools() {
      all ??= collect(() => true);
      return all;
    },
    /** Those that belong to no single person. The array stays the same until one of them changes. */
    get sharedTools() {
      shared ??= collect(({ owner }) => owner === undefined);
      return shared;
    },
    /** Those that belong to the person. */
    toolsOwnedBy: (userId: string): readonly SourceTool[] => collect(({ owner }) => owner?.userId === userId),
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
    /** Calls after each change, until the returned function is called. */
    subscribe(listener: CatalogListener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

import type { Catalog } from "../catalog/catalog.ts";
import type { SourceTool } from "../source/source.ts";
import {
  createSearchIndex,
  type Found,
  type FoundStep,
  type IndexProgress,
  type Keep,
} from "./search-index.ts";
import { createSlices } from "./slices.ts";

/** An index of the catalog. It is built and updated in the background, and answers from what it has. */
export type CatalogIndex = ReturnType<typeof indexCatalog>;

export interface FoundTools extends Found {
  /** Set while some tools of the catalog are not indexed yet, so they can't be found. */
  readonly indexing?: IndexProgress;
}

export interface SearchOptions {
  readonly userId?: string | undefined;
  /** Whether to say what the score of each tool is made of. */
  readonly explain?: boolean | undefined;
}

export function indexCatalog(catalog: Catalog) {
  const index = createSearchIndex();
  const slices = createSlices(index.build);
  const unsubscribe = catalog.subscribe(update);
  for (const sourceId of catalog.sourceIds) update(sourceId);

  function update(sourceId: string): void {
    if (catalog.source(sourceId)) index.set(sourceId, catalog.toolsOf(sourceId));
    else index.remove(sourceId);
    slices.wake();
  }

  return {
    /** Searches of different users take turns. */
    async search(
      query: string,
      limit: number,
      keep: Keep,
      { userId, explain = false }: SearchOptions = {},
    ): Promise<FoundTools> {
      const found = await slices.run(index.search(query, limit, keep, explain), userId);
      const { progress } = index;
      return { ...found, ...(progress.indexed < progress.total && { indexing: progress }) };
    },
    /** Several queries, the places shared between them. Each is a step, and a tool serves the first that finds it. */
    async searchEach(
      queries: readonly string[],
      limit: number,
      keep: Keep,
      options: SearchOptions = {},
    ): Promise<FoundTools> {
      const tools = new Set<SourceTool>();
      const steps: FoundStep[] = [];
      let indexing: IndexProgress | undefined;
      for (const [at, query] of queries.entries()) {
        const places = Math.max(1, Math.floor((limit - tools.size) / (queries.length - at)));
        const isNew: Keep = (tool, sourceId) => !tools.has(tool) && keep(tool, sourceId);
        const found = await this.search(query, places, isNew, options);
        for (const tool of found.tools) tools.add(tool);
        if (found.tools.length > 0) steps.push({ text: query, paths: found.tools.map(({ path }) => path) });
        indexing = found.indexing;
      }
      return { tools: [...tools], steps, ...(indexing && { indexing }) };
    },
    close(): void {
      unsubscribe();
      slices.close();
    },
  };
}

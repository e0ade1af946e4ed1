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
    /** Several queries, the places shared between them. Each is a step, and a tool serves the one that ranks it highest. */
    async searchEach(
      queries: readonly string[],
      limit: number,
      keep: Keep,
      options: SearchOptions = {},
    ): Promise<FoundTools> {
      const found: FoundTools[] = [];
      for (const query of queries) found.push(await this.search(query, limit, keep, options));
      const served = new Map<SourceTool, number>();
      for (let place = 0; place < limit; place += 1) {
        for (const [step, { tools }] of found.entries()) {
          const tool = tools[place];
          if (tool && !served.has(tool) && served.size < limit) served.set(tool, step);
        }
      }
      const pathsOf = (step: number) => [...served].flatMap(([{ path }, own]) => (own === step ? path : []));
      const steps = queries.map((text, step): FoundStep => ({ text, paths: pathsOf(step) }));
      const indexing = found.at(-1)?.indexing;
      return { tools: [...served.keys()], steps, ...(indexing && { indexing }) };
    },
    close(): void {
      unsubscribe();
      slices.close();
    },
  };
}

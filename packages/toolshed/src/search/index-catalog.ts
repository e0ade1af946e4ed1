import type { Catalog } from "../catalog/catalog.ts";
import type { SourceTool } from "../source/source.ts";
import { createSearchIndex, type IndexProgress, type Keep } from "./search-index.ts";
import { createSlices } from "./slices.ts";

/** An index of the catalog. It is built and updated in the background, and answers from what it has. */
export type CatalogIndex = ReturnType<typeof indexCatalog>;

export interface FoundTools {
  /** Best first. */
  readonly tools: readonly SourceTool[];
  /** Set while some tools of the catalog are not indexed yet, so they can't be found. */
  readonly indexing?: IndexProgress;
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
    async search(query: string, limit: number, keep: Keep, userId?: string): Promise<FoundTools> {
      const tools = await slices.run(index.search(query, limit, keep), userId);
      const { progress } = index;
      return { tools, ...(progress.indexed < progress.total && { indexing: progress }) };
    },
    close(): void {
      unsubscribe();
      slices.close();
    },
  };
}

import type { Catalog } from "../catalog/catalog.ts";
import { createSearchIndex, type SearchIndex } from "./search-index.ts";

/** An index of all that is in the catalog, now and after each of its changes. */
export function indexCatalog(catalog: Catalog): SearchIndex {
  const index = createSearchIndex();
  const update = (sourceId: string) => index.set(sourceId, catalog.toolsOf(sourceId));
  for (const sourceId of catalog.sourceIds) update(sourceId);
  catalog.subscribe(update);
  return index;
}

import type { Catalog } from "../catalog/catalog.ts";
import { createSearchIndex, type SearchIndex } from "./search-index.ts";

/** An index of all that is in the catalog. What has changed is put into it with the next search: a start need not wait. */
export function indexCatalog(catalog: Catalog): SearchIndex {
  const index = createSearchIndex();
  const changed = new Set(catalog.sourceIds);
  catalog.subscribe((sourceId) => changed.add(sourceId));
  return {
    ...index,
    search(query, limit, keep) {
      for (const sourceId of changed) index.set(sourceId, catalog.toolsOf(sourceId));
      changed.clear();
      return index.search(query, limit, keep);
    },
  };
}

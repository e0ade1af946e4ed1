import { createCatalog } from "../../packages/toolshed/dist/catalog/catalog.js";
import { indexCatalog } from "../../packages/toolshed/dist/search/index-catalog.js";
import { toSourceTools } from "./ours.mjs";
import { row } from "./row.mjs";
import { syntheticCatalog } from "./synthetic-catalog.mjs";

const addedCount = 100;

/** Prints what searching, building and changing cost with so many tools, on one thread. */
export function measureSpeed(sets, counts) {
  const tools = sets.flatMap((set) => set.tools);
  const queries = sets.flatMap((set) => set.queries.slice(0, 700).map(({ query }) => query));
  row("tools", ["p50 ms", "p99 ms", "build ms", "+100 ms", "again ms", "MB"]);
  for (const count of counts) {
    const sources = syntheticCatalog(tools, count);
    const before = memoryMb();
    const start = performance.now();
    const catalog = createCatalog(sources);
    const index = indexCatalog(catalog);
    const buildMs = performance.now() - start;
    const memory = memoryMb() - before;

    const search = (query) => index.search(query, 10, () => true);
    for (const query of queries.slice(0, 200)) search(query);
    const times = queries.map((query) => timed(() => search(query))).sort((a, b) => a - b);
    const percentile = (share) => times[Math.floor(share * times.length)].toFixed(2);
    // Into the catalog and the index, as when a provider is connected; then once more, as when its tools change.
    const added = { id: "added", tools: toSourceTools(tools.slice(0, addedCount), "added") };
    const addMs = timed(() => catalog.set(added));
    const replaceMs = timed(() => catalog.set(added));
    row(count.toLocaleString("en"), [percentile(0.5), percentile(0.99), buildMs, addMs, replaceMs, memory]);
  }
}

function timed(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function memoryMb() {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 / 1024;
}

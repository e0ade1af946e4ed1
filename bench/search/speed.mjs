import { setImmediate } from "node:timers/promises";
import { createCatalog } from "../../packages/toolshed/dist/catalog/catalog.js";
import { indexCatalog } from "../../packages/toolshed/dist/search/index-catalog.js";
import { row } from "./row.mjs";
import { syntheticCatalog } from "./synthetic-catalog.mjs";

const addedCount = 100;

/** Prints what searching, building and changing cost with so many tools, on one thread. */
export async function measureSpeed(sets, counts) {
  const tools = sets.flatMap((set) => set.tools);
  const queries = sets.flatMap((set) => set.queries.slice(0, 700).map(({ query }) => query));
  row("tools", ["p50 ms", "p99 ms", "build ms", "+100 ms", "again ms", "MB"]);
  for (const count of counts) {
    const sources = syntheticCatalog(tools, count);
    const before = memoryMb();
    const start = performance.now();
    const catalog = createCatalog(sources);
    const index = indexCatalog(catalog);
    await whenComplete(index);
    const buildMs = performance.now() - start;
    const memory = memoryMb() - before;

    const search = (query) => index.search(query, 10, () => true);
    for (const query of queries.slice(0, 200)) await search(query);
    const times = [];
    for (const query of queries) times.push(await timed(() => search(query)));
    times.sort((a, b) => a - b);
    const percentile = (share) => times[Math.floor(share * times.length)].toFixed(2);
    // Into the catalog and the index, as when a provider is connected; then once more, as when its tools change.
    const added = {
      id: "added",
      tools: tools
        .slice(0, addedCount)
        .map((tool) => ({ ...tool, path: tool.path.replace(/^[^.]*/, "added") })),
    };
    const change = async () => {
      catalog.set(added);
      await whenComplete(index);
    };
    const addMs = await timed(change);
    const replaceMs = await timed(change);
    index.close();
    row(count.toLocaleString("en"), [percentile(0.5), percentile(0.99), buildMs, addMs, replaceMs, memory]);
  }
}

async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Waits until all tools can be found. A search of nothing tells, and costs little. */
export async function whenComplete(index) {
  while ((await index.search("", 1, () => true)).indexing) await setImmediate();
}

function memoryMb() {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 / 1024;
}

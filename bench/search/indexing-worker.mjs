// Indexes a catalog in a process of its own and tells how long the event loop was held up: <dist folder> <tools>
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { givenSets, loadSet } from "./load-set.mjs";
import { syntheticCatalog } from "./synthetic-catalog.mjs";

const [, , built, count] = process.argv;
const { createCatalog } = await import(new URL("catalog/catalog.js", built));
const { indexCatalog } = await import(new URL("search/index-catalog.js", built));
const betweenSearchesMs = 20;
/** What the machine does to a process that does nothing. */
const idleMs = 1_000;
const settledSearches = 100;

const sets = givenSets.map(loadSet);
const tools = sets.flatMap((set) => set.tools);
const queries = sets.flatMap((set) => set.queries.slice(0, 700).map(({ query }) => query));
// The longest query that is taken, as one of many.
queries[20] = queries.join(" ").slice(0, 10_000);
const catalog = createCatalog(syntheticCatalog(tools, Number(count)));
const before = memoryMb();
await setTimeout(200);

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
await setTimeout(idleMs);
const idleP99 = toMs(delay.percentile(99));
delay.reset();
await setTimeout(betweenSearchesMs);
const start = performance.now();
const index = indexCatalog(catalog);
let answerMs;
let completeMs;
let searches = 0;
for (let settled = 0; settled < settledSearches; ) {
  const { indexing } = await index.search(queries[searches++ % queries.length], 10, () => true);
  answerMs ??= performance.now() - start;
  if (!indexing) {
    completeMs ??= performance.now() - start;
    settled++;
  }
  await setTimeout(betweenSearchesMs);
}
delay.disable();
process.send({
  idleP99,
  p99: toMs(delay.percentile(99)),
  max: toMs(delay.max),
  answerMs,
  completeMs,
  searches,
  memory: memoryMb() - before,
});
index.close?.();
process.disconnect();

function toMs(nanoseconds) {
  return nanoseconds / 1e6;
}

function memoryMb() {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 / 1024;
}

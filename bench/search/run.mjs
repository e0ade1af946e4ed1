// How well and how fast tools are found, beside MiniSearch and SQLite FTS5.
//   --set <file>   another set, as described in data/README.md; may be repeated
//   --ablation     what each part of the ranking brings
//   --record       writes the figures below which the tests fail
//   --quality      quality only
//   --tools <n,…>  catalog sizes for the speed (1000,10000,100000)
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { showAblation } from "./ablation.mjs";
import { showContextCost } from "./context-cost.mjs";
import { allSets, givenSets, loadSet } from "./load-set.mjs";
import { compareQuality } from "./quality.mjs";
import { measureSpeed } from "./speed.mjs";

const { values } = parseArgs({
  options: {
    set: { type: "string", multiple: true, default: [] },
    ablation: { type: "boolean" },
    record: { type: "boolean" },
    quality: { type: "boolean" },
    tools: { type: "string", default: "1000,10000,100000" },
  },
});
const sets = [...allSets, ...values.set].map(loadSet);

if (values.ablation) showAblation(sets);
else {
  const { figures, leads } = compareQuality(sets);
  if (values.record) {
    const ofOurs = (bySet) =>
      Object.fromEntries(allSets.map(loadSet).map(({ name }) => [name, rounded(bySet[name])]));
    writeFileSync(
      new URL("data/recorded.json", import.meta.url),
      `${JSON.stringify({ figures: ofOurs(figures), leads: ofOurs(leads) }, undefined, 2)}\n`,
    );
  }
  if (!values.quality) {
    process.stdout.write("\n");
    await measureSpeed(givenSets.map(loadSet), values.tools.split(",").map(Number));
    process.stdout.write("\n");
    await showContextCost();
  }
}

/** Downwards, so that the same ranking never falls below its own record. */
function rounded(value) {
  if (typeof value === "number") return Math.floor(value * 10) / 10;
  if (typeof value === "string") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}

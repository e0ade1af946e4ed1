import { createSearchIndex } from "../../packages/toolshed/dist/search/search-index.js";
import { keywordFigures } from "./figures.mjs";
import { rankWithFts5 } from "./fts5.mjs";
import { leadOf, meanOf, measureEach, measures } from "./measure.mjs";
import { rankWithMiniSearch } from "./mini-search.mjs";
import { rankWithOurs } from "./ours.mjs";
import { row } from "./row.mjs";

const fuzzy = "MiniSearch, prefix and fuzzy";
const engines = {
  MiniSearch: rankWithMiniSearch,
  [fuzzy]: (tools) => rankWithMiniSearch(tools, { prefix: true, fuzzy: 0.2 }),
  "SQLite FTS5": rankWithFts5,
  Toolshed: (tools) => rankWithOurs(createSearchIndex, tools),
};
const forms = { sentences: "full sentences", keywords: "three keywords" };

/** Prints ours beside the others. Returns all figures by set and engine, and how far ours leads on each set. */
export function compareQuality(sets) {
  const figures = {};
  const leads = {};
  for (const set of sets) {
    const ranks = Object.entries(engines).map(([engine, create]) => [engine, create(set.tools)]);
    const each = new Map(ranks.map(([engine, rank]) => [engine, measureEach(rank, set.queries, set)]));
    figures[set.name] = Object.fromEntries(
      ranks.map(([engine, rank]) => [
        engine,
        // Matching parts of words takes minutes, so keywords are left out.
        { sentences: meanOf(each.get(engine)), ...(engine !== fuzzy && keywordFigures(rank, set)) },
      ]),
    );
    for (const [form, title] of Object.entries(forms)) {
      if (form === "keywords" && !set.hasKeywords) continue;
      row(`${set.name}, ${set.tools.length} tools, ${set.queries.length} queries, ${title}`, measures);
      for (const [engine] of ranks) {
        const reached = figures[set.name][engine][form];
        if (reached) row(`  ${engine}`, Object.values(reached));
      }
    }
    leads[set.name] = leadOver(each, figures[set.name]);
    for (const [name, { points, low, high, best }] of Object.entries(leads[set.name])) {
      const interval = `${points.toFixed(1)} (95 %: ${low.toFixed(1)} to ${high.toFixed(1)})`;
      process.stdout.write(`  ${name} above ${best}: ${interval}\n`);
    }
    process.stdout.write("\n");
  }
  return { figures, leads };
}

/** How far ours is above the best of the others, measure by measure, on full sentences. */
function leadOver(each, figures) {
  const others = Object.keys(engines).filter((engine) => engine !== "Toolshed");
  return Object.fromEntries(
    measures.map((name) => {
      const reachedBy = (engine) => figures[engine].sentences[name];
      const best = others.reduce((a, b) => (reachedBy(b) > reachedBy(a) ? b : a));
      return [name, { ...leadOf(each.get("Toolshed"), each.get(best), name), best }];
    }),
  );
}

import { createSearchIndex } from "../../packages/toolshed/dist/search/search-index.js";
import { figuresOf } from "./figures.mjs";
import { rankWithFts5 } from "./fts5.mjs";
import { rankWithMiniSearch } from "./mini-search.mjs";
import { rankWithOurs } from "./ours.mjs";
import { row } from "./row.mjs";

const engines = {
  MiniSearch: rankWithMiniSearch,
  "SQLite FTS5": rankWithFts5,
  Toolshed: (tools) => rankWithOurs(createSearchIndex, tools),
};
const forms = { sentences: "full sentences", keywords: "three keywords" };

/** Prints ours beside the others, and returns all figures by set and engine. */
export function compareQuality(sets) {
  const all = {};
  for (const set of sets) {
    const ranks = Object.entries(engines).map(([engine, create]) => [engine, create(set.tools)]);
    all[set.name] = Object.fromEntries(ranks.map(([engine, rank]) => [engine, figuresOf(rank, set)]));
    for (const [form, title] of Object.entries(forms)) {
      const heading = `${set.name}, ${set.tools.length} tools, ${set.queries.length} queries, ${title}`;
      row(heading, ["hit@1", "recall@5", "recall@10", "nDCG@10"]);
      for (const [engine] of ranks) row(`  ${engine}`, Object.values(all[set.name][engine][form]));
      row("  above the better of the others", Object.values(lead(all[set.name], form)));
      process.stdout.write("\n");
    }
    const [, ours] = ranks.at(-1);
    row("  Toolshed, the half it was tuned on", Object.values(figuresOf(ours, set, set.tune).sentences));
    row("  Toolshed, the half held aside", Object.values(figuresOf(ours, set, set.held).sentences));
    process.stdout.write("\n");
  }
  const leads = sets.map((set) => lead(all[set.name], "sentences"));
  const mean = (name) => leads.reduce((sum, figures) => sum + figures[name], 0) / leads.length;
  row("mean lead, full sentences", ["", "", mean("recall@10"), mean("nDCG@10")]);
  return all;
}

/** How far ours is above the better of the others, figure by figure. */
function lead({ Toolshed, ...others }, form) {
  return Object.fromEntries(
    Object.entries(Toolshed[form]).map(([name, ours]) => [
      name,
      ours - Math.max(...Object.values(others).map((figures) => figures[form][name])),
    ]),
  );
}

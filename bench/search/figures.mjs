import { keywordsOf } from "./keywords.mjs";
import { allSets, loadSet } from "./load-set.mjs";
import { meanOf, measureEach } from "./measure.mjs";
import { rankWithOurs } from "./ours.mjs";

/** What an engine reaches with keywords, on sets that have them. */
export function keywordFigures(rank, set) {
  if (!set.hasKeywords) return {};
  return { keywords: meanOf(measureEach(rank, set.queries, { ...set, toQuery: keywordsOf(set) })) };
}

/** What the given index reaches on each of the sets in this repository, by the set's name. */
export function figuresOfIndex(createSearchIndex) {
  // Several sets have the same tools.
  const ranks = new Map();
  return Object.fromEntries(
    allSets.map(loadSet).map((set) => {
      const rank = ranks.get(set.tools) ?? rankWithOurs(createSearchIndex, set.tools);
      ranks.set(set.tools, rank);
      const sentences = meanOf(measureEach(rank, set.queries, set));
      return [set.name, { sentences, ...keywordFigures(rank, set) }];
    }),
  );
}

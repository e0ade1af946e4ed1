import { keywordsOf } from "./keywords.mjs";
import { allSets, loadSet } from "./load-set.mjs";
import { meanOf, measureEach } from "./measure.mjs";
import { rankWithOurs } from "./ours.mjs";

/** What an engine reaches on a set, with full sentences and, where the set has them, with keywords. */
export function figuresOf(rank, set, queries = set.queries) {
  const { anyOf } = set;
  return {
    sentences: meanOf(measureEach(rank, queries, { anyOf })),
    ...(set.hasKeywords && {
      keywords: meanOf(measureEach(rank, queries, { anyOf, toQuery: keywordsOf(set) })),
    }),
  };
}

/** The same for the given index on each of the sets in this repository, by the set's name. */
export function figuresOfIndex(createSearchIndex) {
  return Object.fromEntries(
    allSets.map(loadSet).map((set) => [set.name, figuresOf(rankWithOurs(createSearchIndex, set.tools), set)]),
  );
}

import { keywordsOf } from "./keywords.mjs";
import { givenSets, loadSet } from "./load-set.mjs";
import { measure } from "./measure.mjs";
import { rankWithOurs } from "./ours.mjs";

/** What an engine reaches on a set, with full sentences and with keywords. */
export function figuresOf(rank, set, queries = set.queries) {
  return { sentences: measure(rank, queries), keywords: measure(rank, queries, keywordsOf(set)) };
}

/** The same for the given index on each of the sets in this repository, by the set's name. */
export function figuresOfIndex(createSearchIndex) {
  return Object.fromEntries(
    givenSets
      .map(loadSet)
      .map((set) => [set.name, figuresOf(rankWithOurs(createSearchIndex, set.tools), set)]),
  );
}

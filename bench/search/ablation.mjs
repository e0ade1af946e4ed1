import { defaultRanking } from "../../packages/toolshed/dist/search/ranking.js";
import { createSearchIndex } from "../../packages/toolshed/dist/search/search-index.js";
import { meanOf, measureEach, measures } from "./measure.mjs";
import { rankWithOurs } from "./ours.mjs";
import { row } from "./row.mjs";

const noSynonyms = { sameMeaning: 0, wholeForPart: 0, partForWhole: 0, longForm: 0 };
const noSteps = { sentence: 0 };
const noVerbs = { verbKind: 0, plainVerb: 1 };
const noResources = { otherThing: 0, titleCoverage: 0 };
const noSources = { namedSource: 0, sourceName: 1 };
const { fields } = defaultRanking;

/** The ranking with parts left out, and what is left with only some of them. */
const variants = {
  everything: {},
  "without related words": noSynonyms,
  "without the words of services": { serviceWord: 0 },
  "without verbs": noVerbs,
  "without named sources": noSources,
  "without main resources and titles": noResources,
  "without steps": noSteps,
  "with the first sentence like the others": { fields: { ...fields, description: fields.summary } },
  "without name coverage": { nameCoverage: 0 },
  "without pairs of words": { adjacency: 0 },
  "with common words in full": { commonWord: 1 },
  "BM25F alone": {
    ...noSynonyms,
    ...noSteps,
    ...noVerbs,
    ...noSources,
    ...noResources,
    ...{ commonWord: 1, nameCoverage: 0, adjacency: 0, serviceWord: 0 },
  },
};

/** Prints, for full sentences, what each part of the ranking brings. */
export function showAblation(sets) {
  for (const set of sets) {
    row(set.name, measures);
    for (const [title, change] of Object.entries(variants)) {
      const rank = rankWithOurs(createSearchIndex, set.tools, { ...defaultRanking, ...change });
      row(`  ${title}`, Object.values(meanOf(measureEach(rank, set.queries, set))));
    }
    process.stdout.write("\n");
  }
}

import { defaultRanking } from "../../packages/toolshed/dist/search/ranking.js";
import { createSearchIndex } from "../../packages/toolshed/dist/search/search-index.js";
import { figuresOf } from "./figures.mjs";
import { rankWithOurs } from "./ours.mjs";
import { row } from "./row.mjs";

const noSynonyms = { sameMeaning: 0, wholeForPart: 0, partForWhole: 0, longForm: 0 };
const equalFields = Object.fromEntries(
  Object.entries(defaultRanking.fields).map(([name, field]) => [name, { ...field, weight: 1 }]),
);
const bare = {
  ...noSynonyms,
  commonWord: 1,
  nameCoverage: 0,
  adjacency: 0,
  sentence: 0,
};

/** The ranking with parts left out, and what is left with only some of them. */
const variants = {
  everything: {},
  "without related words": noSynonyms,
  "  without words of the same meaning": { sameMeaning: 0 },
  "  without parts and wholes": { wholeForPart: 0, partForWhole: 0 },
  "  without short forms": { longForm: 0 },
  "with related words as strong where the word itself is known": { otherThanKnown: 1 },
  "without weighing sentences": { sentence: 0 },
  "without name coverage": { nameCoverage: 0 },
  "without pairs of words": { adjacency: 0 },
  "with common words in full": { commonWord: 1 },
  "with equal fields": { fields: equalFields },
  "BM25F alone": bare,
  "BM25F + common words": { ...bare, commonWord: defaultRanking.commonWord },
};

/** Prints, for full sentences, what each part of the ranking brings on the half that was held aside. */
export function showAblation(sets) {
  for (const set of sets) {
    row(`${set.name}, held-aside half`, ["recall@10", "nDCG@10", "kw hit@1", "kw rec@10"]);
    for (const [title, change] of Object.entries(variants)) {
      const rank = rankWithOurs(createSearchIndex, set.tools, { ...defaultRanking, ...change });
      const { sentences, keywords } = figuresOf(rank, set, set.held);
      row(`  ${title}`, [
        sentences["recall@10"],
        sentences["nDCG@10"],
        keywords["hit@1"],
        keywords["recall@10"],
      ]);
    }
    process.stdout.write("\n");
  }
}

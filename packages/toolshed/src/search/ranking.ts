import type { FieldName } from "./fields.ts";

/** What the order of results is made of. `npm run bench:search -- --ablation` shows what each part brings. */
export interface Ranking {
  readonly fields: Readonly<Record<FieldName, FieldRanking>>;
  /** How soon repeating a word stops to count. */
  readonly saturation: number;
  /** How much a word counts that people say whatever they want. */
  readonly commonWord: number;
  /** How much it counts to find another word of the same meaning instead. */
  readonly sameMeaning: number;
  /** The same for the name of the whole in place of its part or kind, and the other way around. */
  readonly wholeForPart: number;
  readonly partForWhole: number;
  /** What the three above are multiplied by if the catalog has the word itself. */
  readonly otherThanKnown: number;
  /** The same for the long form of a short one, and for words written as one. */
  readonly longForm: number;
  /** How much is added to the score if the query has all words of the tool's name. */
  readonly nameCoverage: number;
  /** How much two words count that follow each other both in the query and in the tool. */
  readonly adjacency: number;
  /** How much of the score is that of the sentence that fits best, each measured by what it finds at best. */
  readonly sentence: number;
  /** What is left of the score of a tool for each copy of it that comes before, and for each tool of its source. */
  readonly copy: number;
  readonly sameSource: number;
}

interface FieldRanking {
  readonly weight: number;
  /** How much a word's weight falls in a field with more words than usual: 0 not at all, 1 in proportion. */
  readonly lengthPenalty: number;
  readonly usualLength: number;
}

export const defaultRanking: Ranking = {
  fields: {
    name: { weight: 3, lengthPenalty: 0.3, usualLength: 3 },
    place: { weight: 0.5, lengthPenalty: 0.3, usualLength: 3 },
    description: { weight: 1.5, lengthPenalty: 0.4, usualLength: 10 },
    parameters: { weight: 1, lengthPenalty: 0.5, usualLength: 4 },
    parameterTexts: { weight: 0.5, lengthPenalty: 0.5, usualLength: 30 },
  },
  saturation: 0.8,
  commonWord: 0.6,
  sameMeaning: 0.6,
  wholeForPart: 0.6,
  partForWhole: 0.3,
  otherThanKnown: 0.5,
  longForm: 0.7,
  nameCoverage: 0.7,
  adjacency: 0.8,
  sentence: 0.6,
  copy: 0.3,
  sameSource: 0.98,
};

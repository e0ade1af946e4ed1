import type { FieldName } from "./fields.ts";

/** What the order of results is made of. `npm run bench:search -- --ablation` shows what each part brings. */
export type Ranking = Readonly<typeof defaultRanking>;

export const defaultRanking = {
  /** `lengthPenalty` is how much a word's weight falls in a field with more words than usual: 0 not at all, 1 in proportion. */
  fields: {
    name: { weight: 3, lengthPenalty: 0.3, usualLength: 3 },
    place: { weight: 0.5, lengthPenalty: 0.3, usualLength: 3 },
    summary: { weight: 1.5, lengthPenalty: 0.4, usualLength: 10 },
    description: { weight: 0.8, lengthPenalty: 0.4, usualLength: 20 },
    parameters: { weight: 1, lengthPenalty: 0.5, usualLength: 4 },
    parameterTexts: { weight: 0.5, lengthPenalty: 0.5, usualLength: 30 },
  } satisfies Record<FieldName, unknown>,
  /** How soon repeating a word stops to count. */
  saturation: 0.8,
  /** How much a word counts that people say in any request. */
  commonWord: 0.6,
  /** How much it counts to find another word of the same meaning instead. */
  sameMeaning: 0.6,
  /** The same for the name of the whole in place of its part or kind, and the other way around. */
  wholeForPart: 0.6,
  partForWhole: 0.3,
  /** What the three above are multiplied by if the catalog has the word itself. */
  otherThanKnown: 0.5,
  /** The same for the long form of a short one, and for words written as one. */
  longForm: 0.7,
  /** How much is added to the score if the query has all words of the tool's name. */
  nameCoverage: 0.7,
  /** The same for the title of an operation. */
  titleCoverage: 0.8,
  /** How much two words count that follow each other both in the query and in the tool. */
  adjacency: 0.7,
  /** How much of the score is that of the sentence that fits best, each measured by what it finds at best. */
  sentence: 0.55,
  /** A step that says less than this share of what the most telling one says counts for less. */
  fullStep: 0.4,
  /** What is left of the score of a tool for each copy of it that comes before, and for each tool of its source. */
  copy: 0.3,
  sameSource: 0.98,
  /** The same for each tool of the same name, which is likely to do the same. */
  sameName: 0.8,
  /** The same for each tool that serves the same step of a request, beyond the step's fair share of the places. */
  sameStep: 0.7,
  /** How much it counts whether a tool does what the query's verb asks for. */
  verbKind: 0.25,
  /** What an operation loses of its score if the query does not have the resource that it is about. */
  otherThing: 0.25,
  /** How much a verb counts as a word if it says no more than its kind. */
  plainVerb: 0.4,
  /** How strongly a tool has the word that users say for one in its name. */
  serviceWord: 0.8,
  /** How much is added to the score of the tools of a source that the query names. */
  namedSource: 0.8,
  /** How much the name of a source counts as a word. */
  sourceName: 0.3,
};

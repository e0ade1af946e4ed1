import { type Postings, strongest } from "./postings.ts";
import type { Ranking } from "./ranking.ts";
import type { Steps } from "./slices.ts";
import type { Concept, Query } from "./words/parse-query.ts";

export function createScores(postings: Postings, ranking: Ranking) {
  let scratch = createScratch(0);

  /** The score of each slot. The array is used again by the next call, which must not begin before. */
  return function* scoresOf(query: Query, slotCount: number, toolCount: number): Steps<Float64Array> {
    if (scratch.whole.length < slotCount) scratch = createScratch(Math.ceil(slotCount * 1.25));
    const { whole, sentence, bestSentence, foundBy } = scratch;
    for (const array of [whole, bestSentence, foundBy]) array.fill(0);
    let conceptNumber = 0;
    for (const concepts of query.sentences) {
      sentence.fill(0);
      for (const concept of concepts) {
        yield* addConcept(scratch, ++conceptNumber, concept, postings, toolCount);
      }
      if (query.sentences.length === 1) return sentence;
      const best = highest(sentence, slotCount);
      if (best > 0) addSentence(whole, sentence, bestSentence, slotCount, 1 / best);
      yield;
    }
    const level = highest(whole, slotCount);
    blend(whole, bestSentence, slotCount, 1 - ranking.sentence, ranking.sentence * level);
    return whole;
  };
}

type Scratch = ReturnType<typeof createScratch>;

/** Arrays with a number a slot, made once and used for every query. */
const createScratch = (capacity: number) => ({
  whole: new Float64Array(capacity),
  sentence: new Float64Array(capacity),
  bestSentence: new Float64Array(capacity),
  /** For the concept at hand: the slots it has been found in, and the most it counts there. */
  foundBy: new Uint16Array(capacity),
  most: new Float64Array(capacity),
});

/** Of the words that would do for a concept, a slot gets the one that counts most. */
function* addConcept(
  { sentence, foundBy, most }: Scratch,
  conceptNumber: number,
  concept: Concept,
  postings: Postings,
  toolCount: number,
): Steps<void> {
  for (const [wordId, weight] of concept) {
    const list = postings.of(wordId);
    const count = postings.countOf(wordId);
    const gain = (weight * rarity(count, toolCount)) / strongest;
    addMost(sentence, foundBy, most, conceptNumber, list, count, gain);
    yield;
  }
}

function addMost(
  sentence: Float64Array,
  foundBy: Uint16Array,
  most: Float64Array,
  conceptNumber: number,
  list: Uint32Array,
  count: number,
  gain: number,
): void {
  for (let at = 0; at < count; at++) {
    const posting = list[at] as number;
    const slot = posting >>> 8;
    const value = gain * (posting & strongest);
    const before = foundBy[slot] === conceptNumber ? (most[slot] as number) : 0;
    if (value <= before) continue;
    foundBy[slot] = conceptNumber;
    most[slot] = value;
    sentence[slot] = (sentence[slot] as number) + value - before;
  }
}

// The loops over slots take nothing but arrays and numbers. With a power (`**`) as their `level` they were many times slower.

function addSentence(
  whole: Float64Array,
  sentence: Float64Array,
  bestSentence: Float64Array,
  slotCount: number,
  level: number,
): void {
  for (let slot = 0; slot < slotCount; slot++) {
    const score = sentence[slot] as number;
    whole[slot] = (whole[slot] as number) + score;
    bestSentence[slot] = Math.max(bestSentence[slot] as number, score * level);
  }
}

function blend(
  whole: Float64Array,
  bestSentence: Float64Array,
  slotCount: number,
  ofWhole: number,
  ofSentence: number,
): void {
  for (let slot = 0; slot < slotCount; slot++) {
    whole[slot] = ofWhole * (whole[slot] as number) + ofSentence * (bestSentence[slot] as number);
  }
}

function highest(scores: Float64Array, slotCount: number): number {
  let most = 0;
  for (let slot = 0; slot < slotCount; slot++) most = Math.max(most, scores[slot] as number);
  return most;
}

/** How telling a word is that stands in so many of all tools. */
export function rarity(count: number, toolCount: number): number {
  return Math.log(1 + (toolCount - count + 0.5) / (count + 0.5));
}

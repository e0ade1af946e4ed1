import { type Postings, strongest } from "./postings.ts";
import type { Ranking } from "./ranking.ts";
import type { Steps } from "./slices.ts";
import type { Concept, Query } from "./words/parse-query.ts";

export interface Scores {
  /** Of each slot. */
  readonly scores: Float64Array;
  /** The step of the query that the tool in each slot serves best. */
  readonly served: Uint8Array;
}

export function createScores(postings: Postings, ranking: Ranking) {
  let scratch = createScratch(0);

  /** The arrays are used again by the next call, which must not begin before. */
  return function* scoresOf(query: Query, slotCount: number, toolCount: number): Steps<Scores> {
    if (scratch.whole.length < slotCount) scratch = createScratch(Math.ceil(slotCount * 1.25));
    const { whole, step, bestStep, served, foundBy } = scratch;
    for (const array of [whole, step, bestStep, served, foundBy]) array.fill(0);
    let conceptNumber = 0;
    const telling = query.steps.map(({ concepts }) => tellingOf(concepts, postings, toolCount));
    const enough = ranking.fullStep * Math.max(...telling);
    for (const [at, { concepts }] of query.steps.entries()) {
      for (const concept of concepts) {
        yield* addConcept(scratch, ++conceptNumber, concept, postings, toolCount);
      }
      if (query.steps.length === 1) return { scores: step, served };
      const best = highest(step, slotCount);
      const weight = Math.min(1, (telling[at] as number) / enough);
      if (best > 0) addStep(whole, step, bestStep, served, slotCount, weight / best, at);
      yield;
    }
    const level = highest(whole, slotCount);
    blend(whole, bestStep, slotCount, 1 - ranking.sentence, ranking.sentence * level);
    return { scores: whole, served };
  };
}

/** How much a step says: what a tool would score that has all its words. */
function tellingOf(concepts: readonly Concept[], postings: Postings, toolCount: number): number {
  let sum = 0;
  for (const concept of concepts) {
    let most = 0;
    for (const [wordId, weight] of concept.weights) {
      most = Math.max(most, weight * rarity(postings.countOf(wordId), toolCount));
    }
    sum += most;
  }
  return sum;
}

type Scratch = ReturnType<typeof createScratch>;

/** Arrays with a number a slot, made once and used for every query. */
const createScratch = (capacity: number) => ({
  whole: new Float64Array(capacity),
  step: new Float64Array(capacity),
  bestStep: new Float64Array(capacity),
  served: new Uint8Array(capacity),
  /** For the concept at hand: the slots it has been found in, and the most it counts there. */
  foundBy: new Uint16Array(capacity),
  most: new Float64Array(capacity),
});

/** Of the words that would do for a concept, a slot gets the one that counts most. */
function* addConcept(
  { step, foundBy, most }: Scratch,
  conceptNumber: number,
  concept: Concept,
  postings: Postings,
  toolCount: number,
): Steps<void> {
  for (const [wordId, weight] of concept.weights) {
    const list = postings.of(wordId);
    const count = postings.countOf(wordId);
    const gain = (weight * rarity(count, toolCount)) / strongest;
    addMost(step, foundBy, most, conceptNumber, list, count, gain);
    yield;
  }
}

function addMost(
  step: Float64Array,
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
    step[slot] = (step[slot] as number) + value - before;
  }
}

// The loops over slots take nothing but arrays and numbers. With a power (`**`) as their `level` they were many times slower.

/** Adds the scores of a step to those of the query, and clears them for the next. */
function addStep(
  whole: Float64Array,
  step: Float64Array,
  bestStep: Float64Array,
  served: Uint8Array,
  slotCount: number,
  level: number,
  stepNumber: number,
): void {
  for (let slot = 0; slot < slotCount; slot++) {
    const score = step[slot] as number;
    if (score === 0) continue;
    step[slot] = 0;
    whole[slot] = (whole[slot] as number) + score;
    if (score * level <= (bestStep[slot] as number)) continue;
    bestStep[slot] = score * level;
    served[slot] = stepNumber;
  }
}

function blend(
  whole: Float64Array,
  bestStep: Float64Array,
  slotCount: number,
  ofWhole: number,
  ofStep: number,
): void {
  for (let slot = 0; slot < slotCount; slot++) {
    whole[slot] = ofWhole * (whole[slot] as number) + ofStep * (bestStep[slot] as number);
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

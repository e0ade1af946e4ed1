import type { Concept, Query } from "./parse-query.ts";
import { type Postings, strongest } from "./postings.ts";
import type { Ranking } from "./ranking.ts";
import { rarity } from "./rarity.ts";

export interface Scores {
  /** The score of each slot. The array is used again by the next call. */
  of(query: Query, slotCount: number, toolCount: number): Float32Array;
}

export function createScores(postings: Postings, ranking: Ranking): Scores {
  let whole = new Float32Array(0);
  let sentence = new Float32Array(0);
  let bestSentence = new Float32Array(0);
  /** For the concept at hand: the slots it has been found in, and the most it counts there. */
  let foundBy = new Uint32Array(0);
  let most = new Float32Array(0);
  let conceptNumber = 0;

  function reset(slotCount: number): void {
    if (whole.length < slotCount) {
      const capacity = Math.ceil(slotCount * 1.25);
      whole = new Float32Array(capacity);
      sentence = new Float32Array(capacity);
      bestSentence = new Float32Array(capacity);
      foundBy = new Uint32Array(capacity);
      most = new Float32Array(capacity);
    } else {
      whole.fill(0);
      bestSentence.fill(0);
      foundBy.fill(0);
    }
    conceptNumber = 0;
  }

  /** Of the words that would do for a concept, a slot gets the one that counts most. */
  function add({ weights, isRepeated }: Concept, toolCount: number): void {
    conceptNumber++;
    for (const [wordId, weight] of weights) {
      const list = postings.of(wordId);
      const count = postings.countOf(wordId);
      const gain = (weight * rarity(count, toolCount)) / strongest;
      for (let at = 0; at < count; at++) {
        const posting = list[at] as number;
        const slot = posting >>> 8;
        const value = gain * (posting & strongest);
        const before = foundBy[slot] === conceptNumber ? (most[slot] as number) : 0;
        if (value <= before) continue;
        foundBy[slot] = conceptNumber;
        most[slot] = value;
        sentence[slot] = (sentence[slot] as number) + value - before;
        if (!isRepeated) whole[slot] = (whole[slot] as number) + value - before;
      }
    }
  }

  return {
    of(query, slotCount, toolCount) {
      reset(slotCount);
      for (const concepts of query.sentences) {
        sentence.fill(0);
        for (const concept of concepts) add(concept, toolCount);
        const level = highest(sentence, slotCount) ** -ranking.sentenceLevel;
        for (let slot = 0; slot < slotCount; slot++) {
          const score = (sentence[slot] as number) * level;
          if (score > (bestSentence[slot] as number)) bestSentence[slot] = score;
        }
      }
      if (query.sentences.length > 1) {
        const share = ranking.sentence * highest(whole, slotCount) ** ranking.sentenceLevel;
        for (let slot = 0; slot < slotCount; slot++) {
          whole[slot] =
            (1 - ranking.sentence) * (whole[slot] as number) + share * (bestSentence[slot] as number);
        }
      }
      return whole;
    },
  };
}

function highest(scores: Float32Array, slotCount: number): number {
  let most = 0;
  for (let slot = 0; slot < slotCount; slot++) most = Math.max(most, scores[slot] as number);
  return most;
}

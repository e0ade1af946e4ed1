import type { SourceTool } from "../../source/source.ts";
import { type FieldName, fieldNames, fieldsOf } from "../fields.ts";
import type { ToolWords } from "../indexed-tool.ts";
import type { Postings } from "../postings.ts";
import type { Ranking } from "../ranking.ts";
import type { Steps } from "../slices.ts";
import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

const addedPerStep = 300;

/** Adds the words of a tool to the postings, each as strongly as its fields say. */
export function* addWords(
  sourceId: string,
  tool: SourceTool,
  slot: number,
  postings: Postings,
  ranking: Ranking,
): Steps<ToolWords> {
  const words = fieldsOf(sourceId, tool);
  const weights = new Map<number, number>();
  const ids: Partial<Record<FieldName, number[]>> = {};
  for (const field of fieldNames) {
    const { weight, lengthPenalty, usualLength } = ranking.fields[field];
    // A name may consist of nothing but stop words, such as `who_am_i`.
    const telling = field === "name" ? words.name : words[field].filter((word) => !stopWords.has(word));
    const share = weight / (1 - lengthPenalty + (lengthPenalty * telling.length) / usualLength);
    ids[field] = telling.map((word) => {
      const id = postings.addWord(stem(word));
      weights.set(id, (weights.get(id) ?? 0) + share);
      return id;
    });
    if (telling.length > addedPerStep) yield;
  }
  let added = 0;
  for (const [wordId, weight] of weights) {
    postings.add(wordId, slot, weight / (weight + ranking.saturation));
    if (++added % addedPerStep === 0) yield;
  }
  return { name: Uint32Array.from(new Set(ids.name)), description: Uint32Array.from(ids.description ?? []) };
}

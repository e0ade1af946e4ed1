import type { SourceTool } from "../source/source.ts";
import { bestSlots } from "./best-slots.ts";
import { type FieldName, fieldNames, fieldsOf } from "./fields.ts";
import type { IndexedTool } from "./indexed-tool.ts";
import { parseQuery } from "./parse-query.ts";
import { createPostings } from "./postings.ts";
import { defaultRanking, type Ranking } from "./ranking.ts";
import { rarity } from "./rarity.ts";
import { createRefine } from "./refine.ts";
import { createRelatedWords } from "./related-words.ts";
import { createScores } from "./scores.ts";
import { spread } from "./spread.ts";
import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

/** Tools by what they do. Each source is put in, replaced and taken out by itself. */
export interface SearchIndex {
  /** Puts the tools of a source in place of those it had; none takes it out. */
  set(sourceId: string, tools: readonly SourceTool[]): void;
  /** The kept tools that have to do with the query, best first. Not every word has to match. */
  search(query: string, limit: number, keep: Keep): SourceTool[];
}

export type Keep = (tool: SourceTool, sourceId: string) => boolean;

/** How many of the tools that words have found are looked at more closely. */
const refinedCount = 200;
/** How many of the first places are spread over sources, and how many tools are considered for each. */
const maxSpread = 50;
const choicesPerPlace = 5;

export function createSearchIndex(ranking: Ranking = defaultRanking): SearchIndex {
  const postings = createPostings();
  const scores = createScores(postings, ranking);
  const related = createRelatedWords(ranking);
  /** A tool is known by its slot. Slots of tools that are gone are used again. */
  const slots: (IndexedTool | undefined)[] = [];
  const freeSlots: number[] = [];
  const slotsOf = new Map<string, number[]>();
  const byPath = new Map<string, IndexedTool>();

  function add(sourceId: string, tool: SourceTool): number {
    const slot = freeSlots.pop() ?? slots.length;
    const weights = new Map<number, number>();
    const words = fieldsOf(sourceId, tool);
    const idsOf = (field: FieldName) => {
      const { weight, lengthPenalty, usualLength } = ranking.fields[field];
      // A name may consist of nothing but stop words, such as `who_am_i`.
      const telling = field === "name" ? words.name : words[field].filter((word) => !stopWords.has(word));
      const share = weight / (1 - lengthPenalty + (lengthPenalty * telling.length) / usualLength);
      return telling.map((word) => {
        const id = postings.addWord(stem(word));
        weights.set(id, (weights.get(id) ?? 0) + share);
        return id;
      });
    };
    const ids = Object.fromEntries(fieldNames.map((field) => [field, idsOf(field)])) as Record<
      FieldName,
      number[]
    >;
    for (const [wordId, weight] of weights)
      postings.add(wordId, slot, weight / (weight + ranking.saturation));

    const indexed = {
      tool,
      sourceId,
      name: Uint32Array.from(new Set(ids.name)),
      description: Uint32Array.from(ids.description),
    };
    slots[slot] = indexed;
    byPath.set(tool.path, indexed);
    return slot;
  }

  function remove(sourceId: string): void {
    const gone = slotsOf.get(sourceId);
    if (!gone) return;
    slotsOf.delete(sourceId);
    const isGone = new Uint8Array(slots.length);
    for (const slot of gone) {
      isGone[slot] = 1;
      byPath.delete(slots[slot]?.tool.path ?? "");
      slots[slot] = undefined;
      freeSlots.push(slot);
    }
    postings.remove(isGone);
  }

  return {
    set(sourceId, tools) {
      remove(sourceId);
      const added = tools.map((tool) => add(sourceId, tool));
      if (added.length > 0) slotsOf.set(sourceId, added);
    },
    search(text, limit, keep) {
      const toolCount = byPath.size;
      const query = parseQuery(text, postings, related, ranking, toolCount);
      const scored = scores.of(query, slots.length, toolCount);
      const keepSlot = (slot: number): boolean => {
        const indexed = slots[slot];
        return indexed !== undefined && keep(indexed.tool, indexed.sourceId);
      };
      const found = bestSlots(scored, slots.length, Math.max(limit, refinedCount), keepSlot)
        .sort((a, b) => (scored[b] as number) - (scored[a] as number) || a - b)
        .map((slot) => ({ indexed: slots[slot] as IndexedTool, score: scored[slot] as number }));

      const refine = createRefine(text, query, ranking, (id) => rarity(postings.countOf(id), toolCount));
      const best = found
        .slice(0, refinedCount)
        .map(({ indexed, score }) => ({ indexed, score: refine(indexed, score) }))
        .sort((a, b) => b.score - a.score || (a.indexed.tool.path < b.indexed.tool.path ? -1 : 1));
      const spreadCount = Math.min(limit, maxSpread);
      const first = spread(best.slice(0, choicesPerPlace * spreadCount), spreadCount, ranking);
      const taken = new Set(first);
      const rest = [...best, ...found.slice(refinedCount)].filter(({ indexed }) => !taken.has(indexed));
      const all = [...first, ...rest.map(({ indexed }) => indexed)].map(({ tool }) => tool);

      const exact = byPath.get(text.trim());
      if (!exact || !keep(exact.tool, exact.sourceId)) return all.slice(0, limit);
      return [exact.tool, ...all.filter((tool) => tool !== exact.tool)].slice(0, limit);
    },
  };
}

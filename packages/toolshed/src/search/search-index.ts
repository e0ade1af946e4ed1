import type { SourceTool } from "../source/source.ts";
import { createExplain } from "./explain.ts";
import { placeWords } from "./fields.ts";
import type { IndexedSource, IndexedTool, ScoredTool } from "./indexed-tool.ts";
import { createPostings } from "./postings.ts";
import { defaultRanking, type Ranking } from "./ranking.ts";
import { createRefine, type SpreadTool, spread } from "./refine.ts";
import { createScores, rarity, type Scores } from "./scores.ts";
import type { Steps } from "./slices.ts";
import { createToolSlots } from "./tool-slots.ts";
import { addWords } from "./words/add-words.ts";
import { type NamedSource, parseQuery, type Query } from "./words/parse-query.ts";
import { createRelatedWords } from "./words/related-words.ts";

/**
 * Tools by what they do. Each source is indexed, replaced and removed on its own. `build` and `search` work in steps:
 * one of them runs at a time, but `set` and `remove` may be called between any two steps.
 */
export type SearchIndex = ReturnType<typeof createSearchIndex>;

export type Keep = (tool: SourceTool, sourceId: string) => boolean;

export interface Found {
  /** Best first. */
  readonly tools: readonly SourceTool[];
  /** Set if the query asks for several things: the tools for each, in its order. */
  readonly steps?: readonly FoundStep[];
  /** What the score of each of the first tools is made of, by path. Set if asked for. */
  readonly why?: ReadonlyMap<string, readonly string[]>;
}

export interface FoundStep {
  /** The words of the query that ask for it. */
  readonly text: string;
  readonly paths: readonly string[];
}

export interface IndexProgress {
  /** How many tools can be found. */
  readonly indexed: number;
  readonly total: number;
}

/** How many of the tools that words have found are looked at more closely. */
const refinedCount = 200;
/** How many of the first places are spread over sources, and how many tools are considered for each. */
const maxSpread = 50;
const choicesPerPlace = 5;

/** Nobody reads more explanations. */
const maxExplained = 50;
/** Keeps sources of a few tools from owning a word. */
const nameSmoothing = 5;

export function createSearchIndex(ranking: Ranking = defaultRanking) {
  const postings = createPostings();
  const scoresOf = createScores(postings, ranking);
  const related = createRelatedWords(ranking);
  const slots = createToolSlots();
  const sources = new Map<string, IndexedSource>();
  const unfinished = new Set<IndexedSource>();
  /** The sources by each word of their names. */
  const named = new Map<string, Set<IndexedSource>>();
  let placeCount = 0;
  let total = 0;

  function retire(sourceId: string): IndexedSource | undefined {
    const source = sources.get(sourceId);
    if (!source) return;
    slots.retire(source);
    unfinished.delete(source);
    for (const word of source.names) {
      const sources = named.get(word);
      sources?.delete(source);
      if (sources?.size === 0) named.delete(word);
    }
    total -= source.tools.length;
    return source;
  }

  function* add(source: IndexedSource): Steps<void> {
    for (const tool of source.tools) {
      if (!source.isCurrent) return;
      yield* slots.add(source, tool, (slot) => addWords(source.id, tool, slot, postings, ranking));
      yield;
    }
    unfinished.delete(source);
  }

  function sourcesNamed(word: string, step: number): NamedSource[] {
    const id = postings.idOf(word);
    const sources = named.get(word);
    if (id === undefined || !sources) return [];
    const count = postings.countOf(id) + nameSmoothing;
    // The square keeps subjects apart from names: a word that half of its tools share with others hardly counts.
    return [...sources].map((source) => {
      return { source, step, share: Math.min(1, source.indexedCount / count) ** 2 };
    });
  }

  /** Tools of a source that a step names are preferred for this step. */
  function* preferNamed(query: Query, { scores, served }: Scores): Steps<void> {
    for (const { source, step, share } of query.named) {
      const factor = 1 + ranking.namedSource * share;
      for (const slot of source.slots) {
        if (served[slot] === step) scores[slot] = (scores[slot] as number) * factor;
      }
      yield;
    }
  }

  function* refineBest(text: string, query: Query, limit: number, keep: Keep): Steps<ScoredTool[]> {
    const { slotCount, wordedCount } = slots;
    const found = yield* scoresOf(query, slotCount, wordedCount);
    yield* preferNamed(query, found);
    const { scores, served } = found;
    const keepSlot = (slot: number): boolean => {
      const indexed = slots.at(slot);
      return indexed !== undefined && keep(indexed.tool, indexed.source.id);
    };
    const best = yield* bestSlots(scores, slotCount, Math.max(limit, refinedCount), slots.orderOf, keepSlot);

    const refine = createRefine(text, query, ranking, (id) => rarity(postings.countOf(id), wordedCount));
    const refined: ScoredTool[] = [];
    const others: ScoredTool[] = [];
    for (const slot of best) {
      const indexed = slots.at(slot);
      if (!indexed) continue;
      const score = scores[slot] as number;
      const step = served[slot] as number;
      if (refined.length === refinedCount)
        others.push({ indexed, score, slot, served: step, wordScore: score });
      else {
        const closer = refine(indexed, score, step);
        refined.push({ indexed, score: closer.score, slot, served: step, wordScore: score, refined: closer });
        yield;
      }
    }
    refined.sort((a, b) => b.score - a.score || (a.indexed.tool.path < b.indexed.tool.path ? -1 : 1));
    return refined.concat(others);
  }

  return {
    /** Replaces the tools of a source. The old ones are no longer found; `build` indexes the new ones. */
    set(sourceId: string, tools: readonly SourceTool[]): void {
      const place = retire(sourceId)?.place ?? placeCount++;
      const names = placeWords(sourceId, tools);
      const source = { id: sourceId, names, tools, place, slots: [], indexedCount: 0, isCurrent: true };
      sources.set(sourceId, source);
      for (const word of names) named.set(word, (named.get(word) ?? new Set()).add(source));
      unfinished.add(source);
      total += tools.length;
    },
    remove(sourceId: string): void {
      retire(sourceId);
      sources.delete(sourceId);
    },
    /** Indexes what has been set, until nothing is left to do. Searches in between find what is indexed by then. */
    *build(): Steps<void> {
      while (slots.hasRetired || unfinished.size > 0) {
        yield* slots.sweep(postings);
        // What changes meanwhile waits for the next round, so a source that changes often does not hold up the others.
        // Small sources first: most of them can be searched soon, however large the largest is.
        const round = [...unfinished].sort((a, b) => a.tools.length - b.tools.length);
        for (const source of round) yield* add(source);
      }
    },
    get progress() {
      return { indexed: slots.toolCount, total };
    },
    /** The kept tools that have to do with the query, best first. Not every word has to match. */
    *search(text: string, limit: number, keep: Keep, explain = false): Steps<Found> {
      const query = yield* parseQuery(text, postings, related, ranking, slots.wordedCount, sourcesNamed);
      const best = yield* refineBest(text, query, limit, keep);
      // The source may have changed since a tool was looked at.
      const found = best.filter(({ indexed }) => indexed.source.isCurrent);
      const spreadCount = Math.min(limit, maxSpread);
      const candidates = found.slice(0, Math.min(refinedCount, choicesPerPlace * spreadCount));
      const exact = slots.find(text.trim());
      const ordered = new Map<IndexedTool, SpreadTool | ScoredTool | undefined>();
      if (exact && keep(exact.tool, exact.source.id)) ordered.set(exact, undefined);
      const add = (one: ScoredTool): void => {
        if (ordered.get(one.indexed) === undefined) ordered.set(one.indexed, one);
      };
      for (const one of spread(candidates, spreadCount, query.steps.length, ranking)) add(one);
      for (let at = 0; at < found.length && ordered.size < limit; at++) add(found[at] as ScoredTool);
      const chosen = [...ordered].slice(0, limit);
      const tools = chosen.map(([{ tool }]) => tool);
      const steps = groupBySteps(query, chosen);
      if (!explain) return { tools, ...(steps && { steps }) };
      const explainOne = yield* createExplain(
        query,
        chosen.slice(0, maxExplained),
        postings,
        slots.wordedCount,
        ranking,
      );
      const why = new Map<string, string[]>();
      for (const [indexed, one] of chosen.slice(0, maxExplained)) {
        why.set(indexed.tool.path, explainOne(indexed, one, indexed === exact));
        yield;
      }
      return { tools, ...(steps && { steps }), why };
    },
  };
}

/** The tools by the step they serve, if the query asks for several things. */
function groupBySteps(
  { steps }: Query,
  chosen: readonly (readonly [IndexedTool, ScoredTool | undefined])[],
): FoundStep[] | undefined {
  // Someone who tells their story in several sentences may ask for one thing only.
  if (steps.filter(({ kind }) => kind !== undefined).length < 2) return undefined;
  const groups = steps.map(({ text }): { text: string; paths: string[] } => ({ text, paths: [] }));
  for (const [{ tool }, scored] of chosen) groups[scored?.served ?? 0]?.paths.push(tool.path);
  if (groups.filter(({ paths }) => paths.length > 0).length < 2) return undefined;
  // One that asks for something is listed without tools too, so that the caller knows to search for it alone.
  return groups.filter(({ paths }, at) => paths.length > 0 || steps[at]?.kind !== undefined);
}

/** `keep` may cost much, so few slots are looked at in a step. */
const slotsPerStep = 128;

/**
 * The slots with the highest scores of those that `keep` lets through, best first. Scores of 0 do not count. Of equal
 * scores, the one with the lower order is better.
 */
function* bestSlots(
  scores: Float64Array,
  slotCount: number,
  limit: number,
  orderOf: (slot: number) => number,
  keep: (slot: number) => boolean,
): Steps<number[]> {
  const best: number[] = [];
  const isBetter = (slot: number, other: number): boolean => {
    const difference = (scores[slot] as number) - (scores[other] as number);
    return difference > 0 || (difference === 0 && orderOf(slot) < orderOf(other));
  };

  function insert(slot: number): void {
    let from = 0;
    let to = best.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isBetter(slot, best[middle] as number)) to = middle;
      else from = middle + 1;
    }
    best.splice(from, 0, slot);
    if (best.length > limit) best.pop();
  }

  for (let start = 0; start < slotCount; start += slotsPerStep) {
    const end = Math.min(start + slotsPerStep, slotCount);
    for (let slot = start; slot < end; slot++) {
      if ((scores[slot] as number) <= 0) continue;
      // Most slots are dismissed by one comparison and never shown to `keep`.
      const mayFit = best.length < limit || isBetter(slot, best[limit - 1] as number);
      if (mayFit && keep(slot)) insert(slot);
    }
    yield;
  }
  return best;
}

import type { IndexedTool, ScoredTool } from "./indexed-tool.ts";
import type { Ranking } from "./ranking.ts";
import type { Query } from "./words/parse-query.ts";
import { agreementOf, type VerbKind } from "./words/verbs.ts";

/** Higher than any score that words can give. */
const exactName = 1_000;
const maxNameLength = 200;
/** More words are a sentence. A tool could take one for its name to come first. */
const maxNameWords = 3;
/** The square of the share from which on a word surely names a source. */
const surelyNamed = 0.5 ** 2;
/** Keeps a name of one common word from counting as fully covered. */
const smoothing = 1;
/** A first sentence with more words than this is no title. */
const maxTitleLength = 12;
/** How far a verb of the same kind covers another. */
const otherVerb = 0.8;
/** How much more than an equal share of the places a step may have before its tools step back. */
const stepShare = 1.5;
/** What a pair of words counts in the description, for 1 in the name. */
const pairInDescription = 0.5;

/** What a closer look makes of a score: `(score * forName + forPairs) * forThing * forVerb + forExactName`. */
export interface Refined {
  readonly score: number;
  readonly forName: number;
  readonly forPairs: number;
  readonly forThing: number;
  readonly forVerb: number;
  readonly forExactName: number;
}

/**
 * What is too costly to ask of every tool, for those that words have found: does the query have the name's words, and
 * the same words after each other, and is it the name itself?
 */
export function createRefine(
  text: string,
  query: Query,
  ranking: Ranking,
  rarityOf: (wordId: number) => number,
) {
  const weights = new Map<number, number>();
  for (const concept of query.steps.flatMap((step) => step.concepts)) {
    for (const [wordId, weight] of concept.weights)
      weights.set(wordId, Math.max(weights.get(wordId) ?? 0, weight));
  }
  const pairs = new Set<number>();
  query.sequence.forEach((wordId, at) => {
    const next = query.sequence[at + 1] ?? -1;
    if (wordId >= 0 && next >= 0) pairs.add(pairOf(wordId, next));
  });
  // With several steps it is less certain which of them a tool would serve.
  const verbKind = ranking.verbKind / Math.max(1, query.steps.length);
  const named = query.named.filter(({ share }) => share >= surelyNamed).map(({ source }) => source);
  const spelled = text.trim().slice(0, maxNameLength);
  const asked = spelled.split(/\s+/).length > maxNameWords ? "" : squash(spelled);
  const isAsked = (name: string) => asked !== "" && name.length >= asked.length && squash(name) === asked;
  const isExact = ({ tool, source }: IndexedTool): boolean =>
    (isAsked(tool.name) || isAsked(lastSegment(tool.path))) && (named.length === 0 || named.includes(source));

  function weightOf(wordId: number, others: readonly number[] | undefined): number {
    let most = weights.get(wordId) ?? 0;
    if (others) for (const id of others) most = Math.max(most, weights.get(id) ?? 0);
    return most;
  }

  function coverage(words: Iterable<number>, { verb, aliases }: IndexedTool, agreement: number): number {
    let covered = 0;
    let all = smoothing;
    for (const wordId of words) {
      const rarity = rarityOf(wordId);
      const weight = weightOf(wordId, aliases?.get(wordId));
      all += rarity;
      covered += rarity * (wordId !== verb ? weight : weight > 0 ? 1 : otherVerb * Math.max(0, agreement));
    }
    return covered / all;
  }

  /** How far the query has the resource that an operation is about. */
  function askedThing({ name, thing, aliases }: IndexedTool): number {
    let covered = 0;
    let all = 0;
    for (let at = 0; thing >> at > 0; at++) {
      if (((thing >> at) & 1) === 0) continue;
      const wordId = name[at] as number;
      const rarity = rarityOf(wordId);
      all += rarity;
      covered += rarity * weightOf(wordId, aliases?.get(wordId));
    }
    return all === 0 ? 1 : covered / all;
  }

  const agreement = (kind: VerbKind | undefined, asked: VerbKind | undefined): number | undefined =>
    kind && asked && agreementOf(kind, asked);

  /** Each pair counts once: a text that repeats it says no more. */
  function adjacency(words: Uint32Array): number {
    let sum = 0;
    let met: Set<number> | undefined;
    for (let at = 1; at < words.length; at++) {
      const [word, next] = [words[at - 1] as number, words[at] as number];
      const pair = pairOf(word, next);
      if (!pairs.has(pair) || met?.has(pair)) continue;
      met ??= new Set();
      met.add(pair);
      sum += (rarityOf(word) + rarityOf(next)) / 2;
    }
    return sum;
  }

  return (indexed: IndexedTool, score: number, served: number): Refined => {
    const { name, description, kind } = indexed;
    const agrees = agreement(kind, query.steps[served]?.kind);
    const pairing = pairs.size === 0 ? 0 : adjacency(name) + pairInDescription * adjacency(description);
    const forName =
      1 +
      ranking.nameCoverage * coverage(name, indexed, agrees ?? 0) +
      (hasTitle(indexed) ? ranking.titleCoverage * coverage(new Set(description), indexed, agrees ?? 0) : 0);
    const forPairs = ranking.adjacency * pairing;
    const forVerb = 1 + verbKind * ((agrees ?? 1) - 1);
    const forThing = 1 - ranking.otherThing * (1 - askedThing(indexed));
    const forExactName = isExact(indexed) ? exactName : 0;
    const refined = (score * forName + forPairs) * forThing * forVerb + forExactName;
    return { score: refined, forName, forPairs, forThing, forVerb, forExactName };
  };
}

/** The first sentence of an operation is its title. That of another tool is prose. */
const hasTitle = ({ thing, description }: IndexedTool): boolean =>
  thing !== 0 && description.length <= maxTitleLength;
const pairOf = (wordId: number, next: number): number => wordId * 2 ** 24 + next;
const squash = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
const lastSegment = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** Puts the best first, where each next one of a source counts a little less, and a copy of one that is there much less. */
export function spread(
  found: readonly ScoredTool[],
  limit: number,
  stepCount: number,
  ranking: Ranking,
): SpreadTool[] {
  const left = found.map((scored) => ({
    scored,
    source: scored.indexed.source.id,
    copy: keyOf(scored.indexed),
    name: `name ${scored.indexed.tool.name.toLowerCase()}`,
    step: `step ${scored.served}`,
  }));
  const taken = new Map<string, number>();
  const count = (key: string): number => taken.get(key) ?? 0;
  const fairShare = (stepShare * limit) / stepCount;
  const chosen: SpreadTool[] = [];
  while (chosen.length < limit && left.length > 0) {
    let best = 0;
    let bestScore = -1;
    for (const [at, { scored, source, copy, name, step }] of left.entries()) {
      // Nothing raises a score here.
      if (scored.score <= bestScore) continue;
      const now =
        scored.score *
        ranking.sameSource ** count(source) *
        ranking.copy ** count(copy) *
        ranking.sameName ** count(name) *
        ranking.sameStep ** Math.max(0, count(step) - fairShare);
      if (now > bestScore) [best, bestScore] = [at, now];
    }
    const [{ scored, source, copy, name, step }] = left.splice(best, 1) as [(typeof left)[number]];
    for (const one of [source, copy, name, step]) taken.set(one, count(one) + 1);
    chosen.push({ ...scored, forSpread: bestScore / scored.score });
  }
  return chosen;
}

/** One that has its place, and what is left of its score after those before it. */
export interface SpreadTool extends ScoredTool {
  readonly forSpread: number;
}

/** Equal for tools that say the same of themselves, whatever source they are in. */
function keyOf({ tool }: IndexedTool): string {
  return `\n${tool.name}\n${tool.description}`;
}

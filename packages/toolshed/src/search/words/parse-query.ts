import type { IndexedSource } from "../indexed-tool.ts";
import type { Postings } from "../postings.ts";
import type { Ranking } from "../ranking.ts";
import type { Steps } from "../slices.ts";
import { nameThings } from "./name-things.ts";
import type { RelatedWords } from "./related-words.ts";
import { splitSteps } from "./split-steps.ts";
import { splitWords } from "./split-words.ts";
import { stem } from "./stem.ts";
import { commonWords, stopWords } from "./stop-words.ts";
import { isPlainVerb, kindOfRequest, type VerbKind } from "./verbs.ts";

/** One thing the query asks for. */
export interface Concept {
  /** The word that stands for it in the query. */
  readonly asked: string;
  /** The numbers of the words that would do, and how much each counts. */
  readonly weights: ReadonlyMap<number, number>;
}

/** One of the things that a request asks for. */
export interface Step {
  readonly text: string;
  readonly concepts: readonly Concept[];
  /** What it wants done, if its verb tells. */
  readonly kind: VerbKind | undefined;
}

export interface NamedSource {
  readonly source: IndexedSource;
  /** The number of the step that names it. */
  readonly step: number;
  /** The share of the tools with the word that are of this source. `github` is a name; `sports` is a subject. */
  readonly share: number;
}

export interface Query {
  readonly steps: readonly Step[];
  /** The words in their order, as far as the catalog has them; -1 stands for one that it has not. */
  readonly sequence: readonly number[];
  /** The sources that the query names, and how far each is meant. */
  readonly named: readonly NamedSource[];
}

const maxLength = 10_000;
const maxWords = 300;
/** A related word that stands in more of all tools than this tells nothing, and costs time. */
const maxShare = 1 / 8;
const commonStems = new Set([...commonWords].map(stem));

/** Breaks a text of any kind and length into what the catalog can be asked for. */
export function* parseQuery(
  text: string,
  postings: Postings,
  related: RelatedWords,
  ranking: Ranking,
  toolCount: number,
  sourcesNamed: (word: string, step: number) => readonly NamedSource[],
): Steps<Query> {
  const whole = text.slice(0, maxLength);
  const steps = ranking.sentence === 0 ? [whole] : splitSteps(whole);
  const split = steps.map((step) => splitWords(nameThings(step)));
  const meaningful = split.map((words) => words.filter((word) => !stopWords.has(word)));
  const spoken = meaningful.some((words) => words.length > 0) ? meaningful : split;
  const requests = split.map((words) => kindOfRequest(words));
  const asked: Step[] = [];
  const named: NamedSource[] = [];

  /** The words of a source's name count once: the one that tells most. */
  function addNamed(one: NamedSource): void {
    const at = named.findIndex(({ source, step }) => source === one.source && step === one.step);
    if (at < 0) named.push(one);
    else if (one.share > (named[at] as NamedSource).share) named[at] = one;
  }

  const sequence: number[] = [];
  const known = (word: string): number | undefined => {
    const id = postings.idOf(word);
    return id !== undefined && postings.countOf(id) > 0 ? id : undefined;
  };

  function* toConcepts(words: readonly string[], verb: string | undefined): Steps<Concept[]> {
    const stems = words.map(stem);
    const here = new Map<string, { asked: string; weights: Map<number, number> }>();
    const ask = (word: string, weight: number, asked: string): Map<number, number> => {
      const { weights } = here.get(word) ?? { weights: new Map<number, number>() };
      if (!here.has(word)) here.set(word, { asked, weights });
      const id = known(word);
      if (id !== undefined) weights.set(id, Math.max(weights.get(id) ?? 0, weight));
      return weights;
    };

    let nextAt = 0;
    for (const [at, word] of stems.entries()) {
      if (at < nextAt) continue;
      const spelled = words[at] as string;
      const id = known(word);
      sequence.push(id ?? -1);
      const sources = stems.indexOf(word) === at ? sourcesNamed(word, asked.length) : [];
      for (const source of sources) addNamed(source);
      // `GitHub` is also split into its parts. They are not what a source is called.
      if (sources.length > 0) nextAt = at + 1 + partCount(words, at);
      const share = Math.max(0, ...sources.map((source) => source.share));
      const isPlain = spelled === verb && isPlainVerb(verb);
      const weight =
        (isPlain ? ranking.plainVerb : commonStems.has(word) ? ranking.commonWord : 1) *
        (1 - share * (1 - ranking.sourceName));
      const weights = ask(word, weight, spelled);
      const factor = weight * (id === undefined ? 1 : ranking.otherThanKnown);
      const accept = (id: number | undefined, weight: number): void => {
        if (id !== undefined) weights.set(id, Math.max(weights.get(id) ?? 0, weight));
      };
      for (const [other, otherWeight] of related.insteadOf(word) ?? []) {
        const otherId = known(other);
        if (otherId !== undefined && postings.countOf(otherId) <= maxShare * toolCount)
          accept(otherId, factor * otherWeight);
      }
      // The same word, however many tools have it.
      accept(known(related.otherFormOf(word) ?? ""), weight * ranking.longForm);
      for (const part of related.longFormOf(word) ?? []) ask(part, ranking.longForm, spelled);
      for (const count of [2, 3]) {
        const short = related.shortFormOf(stems.slice(at, at + count).join(" "));
        if (short !== undefined) ask(short, ranking.longForm, spelled);
      }
      const joined = stem(`${spelled}${words[at + 1] ?? ""}`);
      if (joined !== word && known(joined) !== undefined) ask(joined, ranking.longForm, spelled);
      if (weights.size === 0) for (const part of splitInTwo(spelled)) ask(part, ranking.longForm, spelled);
      yield;
    }
    return [...here.values()].filter(({ weights }) => weights.size > 0);
  }

  /** Two words of the catalog that were written as one. */
  function splitInTwo(word: string): string[] {
    for (let at = word.length - 2; at >= 2; at--) {
      const first = stem(word.slice(0, at));
      if (known(first) === undefined) continue;
      const second = stem(word.slice(at));
      if (known(second) !== undefined) return [first, second];
    }
    return [];
  }

  let wordsLeft = maxWords;
  for (const [at, words] of spoken.entries()) {
    const taken = words.slice(0, wordsLeft);
    wordsLeft -= taken.length;
    const request = requests[at];
    const verb = steps.length === 1 ? split[at]?.[request?.verbAt ?? -1] : undefined;
    const concepts = yield* toConcepts(taken, verb);
    if (concepts.length > 0) asked.push({ text: steps[at] as string, concepts, kind: request?.kind });
  }
  return { steps: asked, sequence, named };
}

/** How many of the words after this one are the parts that it has been split into. */
function partCount(words: readonly string[], at: number): number {
  let joined = "";
  for (let count = 1; joined.length < (words[at] as string).length && at + count < words.length; count++) {
    joined += words[at + count];
    if (joined === words[at]) return count;
  }
  return 0;
}

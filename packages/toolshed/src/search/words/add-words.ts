import type { SourceTool } from "../../source/source.ts";
import { type FieldName, fieldNames, fieldsOf } from "../fields.ts";
import type { ToolWords } from "../indexed-tool.ts";
import type { Postings } from "../postings.ts";
import type { Ranking } from "../ranking.ts";
import type { Steps } from "../slices.ts";
import { serviceWords } from "./service-words.ts";
import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

const addedPerStep = 300;
/** Bits of a positive number that the engine keeps without an object. */
const maxPlaces = 30;

/** Adds the words of a tool to the postings, each as strongly as its fields say. */
export function* addWords(
  sourceId: string,
  tool: SourceTool,
  slot: number,
  postings: Postings,
  ranking: Ranking,
): Steps<ToolWords> {
  const { words, verb, thing } = fieldsOf(sourceId, tool);
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
  const aliases = addAliases(words, weights, postings, ranking);
  let added = 0;
  for (const [wordId, weight] of weights) {
    postings.add(wordId, slot, weight / (weight + ranking.saturation));
    if (++added % addedPerStep === 0) yield;
  }
  const name = [...new Set(ids.name)];
  return {
    name: Uint32Array.from(name),
    thing: placesOf(
      thing.map((word) => postings.idOf(stem(word))),
      name,
    ),
    description: Uint32Array.from(ids.summary ?? []),
    aliases,
    kind: verb?.kind,
    verb: verb ? (postings.idOf(verb.stem) ?? -1) : -1,
  };
}

/** A bit for each place in the list where one of the words stands, as far as a number has bits. */
function placesOf(words: readonly (number | undefined)[], list: readonly number[]): number {
  const bits = list.slice(0, maxPlaces).map((word, at) => (words.includes(word) ? 1 << at : 0));
  return bits.reduce((all, bit) => all | bit, 0);
}

const byService = new Map<string, Map<string, string[]>>();
for (const { service, own, users } of serviceWords) {
  const words = byService.get(service) ?? new Map<string, string[]>();
  words.set(own, users.split(" ").map(stem));
  byService.set(service, words);
}

/** Lets a tool be found by the words that the users of its service say for those in its name. */
function addAliases(
  words: Readonly<Record<FieldName, readonly string[]>>,
  weights: Map<number, number>,
  postings: Postings,
  ranking: Ranking,
): ReadonlyMap<number, readonly number[]> | undefined {
  const services = words.place.flatMap((word) => byService.get(word) ?? []);
  if (services.length === 0) return undefined;
  const aliases = new Map<number, number[]>();
  for (const word of words.name) {
    const others = services.flatMap((users) => users.get(word) ?? []).map(postings.addWord);
    if (others.length === 0) continue;
    const share = ranking.serviceWord * (weights.get(postings.addWord(stem(word))) ?? 0);
    for (const id of others) weights.set(id, Math.max(weights.get(id) ?? 0, share));
    aliases.set(postings.addWord(stem(word)), others);
  }
  return aliases.size > 0 ? aliases : undefined;
}

import type { Ranking } from "../ranking.ts";
import { stem } from "./stem.ts";
import { partOf, sameMeaning, shortForms } from "./synonyms.ts";

/** What else a tool may say where a query says this. All words are stems. */
export type RelatedWords = ReturnType<typeof createRelatedWords>;

export function createRelatedWords(ranking: Ranking) {
  const related = new Map<string, Map<string, number>>();
  function relate(word: string, other: string, weight: number): void {
    if (word === other || weight === 0) return;
    const others = related.get(word) ?? new Map<string, number>();
    others.set(other, Math.max(others.get(other) ?? 0, weight));
    related.set(word, others);
  }

  for (const row of sameMeaning) {
    const words = row.split(" ").map(stem);
    for (const word of words) for (const other of words) relate(word, other, ranking.sameMeaning);
  }
  for (const [parts, whole] of partOf) {
    for (const part of parts.split(" ")) {
      relate(stem(part), stem(whole), ranking.wholeForPart);
      relate(stem(whole), stem(part), ranking.partForWhole);
    }
  }
  const longForms = new Map<string, string[]>();
  const otherForms = new Map<string, string>();
  for (const [short, long] of ranking.longForm === 0 ? [] : shortForms) {
    const words = long.split(" ").map(stem);
    if (words.length > 1) longForms.set(stem(short), words);
    for (const word of words.length === 1 ? words : []) {
      otherForms.set(stem(short), word);
      otherForms.set(word, stem(short));
    }
  }
  const short = new Map([...longForms].map(([form, words]) => [words.join(" "), form]));

  return {
    /** Words that may stand instead of this one, and how much they count. */
    insteadOf: (word: string): ReadonlyMap<string, number> | undefined => related.get(word),
    /** The short or long form of this word: `repo` and `repository`. */
    otherFormOf: (word: string): string | undefined => otherForms.get(word),
    /** The words that a short form stands for, where they are several. */
    longFormOf: (word: string): readonly string[] | undefined => longForms.get(word),
    /** The short form of several words, with spaces between them. */
    shortFormOf: (words: string): string | undefined => short.get(words),
  };
}

import type { Steps } from "./slices.ts";

/**
 * For each word, the tools it stands in and how strongly. One number a posting: the slot of the tool in the upper 24
 * bits, the strength between 0 and 1 in the lower 8.
 */
export type Postings = ReturnType<typeof createPostings>;

export const strongest = 255;
const none = new Uint32Array(0);
const removedPerStep = 10_000;

export function createPostings() {
  const ids = new Map<string, number>();
  const words: string[] = [];
  const lists: Uint32Array[] = [];
  const counts: number[] = [];
  const freeIds: number[] = [];

  return {
    idOf: (word: string): number | undefined => ids.get(word),
    /** The number of a word, a new one if it had none. */
    addWord(word: string): number {
      const known = ids.get(word);
      if (known !== undefined) return known;
      const id = freeIds.pop() ?? lists.length;
      ids.set(word, id);
      words[id] = word;
      lists[id] = none;
      counts[id] = 0;
      return id;
    },
    add(wordId: number, slot: number, strength: number): void {
      const count = counts[wordId] as number;
      let list = lists[wordId] as Uint32Array;
      if (count === list.length) {
        const longer = new Uint32Array(count < 4 ? count + 1 : Math.ceil(count * 1.5));
        longer.set(list);
        lists[wordId] = list = longer;
      }
      list[count] = slot * 256 + Math.max(1, Math.round(strength * strongest));
      counts[wordId] = count + 1;
    },
    wordOf: (wordId: number): string => words[wordId] as string,
    /** Of the postings that `of` returns, those before this count are valid. */
    countOf: (wordId: number): number => counts[wordId] as number,
    of: (wordId: number): Uint32Array => lists[wordId] as Uint32Array,
    /** Takes out the postings of these slots. A word that is left without any loses its number, which another may get. */
    *remove(isGone: Uint8Array): Steps<void> {
      let left = removedPerStep;
      for (const [word, id] of ids) {
        const list = lists[id] as Uint32Array;
        const count = counts[id] as number;
        let kept = 0;
        for (let at = 0; at < count; at++) {
          const posting = list[at] as number;
          if (isGone[posting >>> 8] === 0) list[kept++] = posting;
        }
        counts[id] = kept;
        if (kept === 0) {
          ids.delete(word);
          lists[id] = none;
          words[id] = "";
          freeIds.push(id);
        }
        left -= 1 + count;
        if (left > 0) continue;
        left = removedPerStep;
        yield;
      }
    },
  };
}

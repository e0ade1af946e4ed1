import type { Catalog } from "../../catalog/catalog.ts";
import type { SourceTool } from "../../source/source.ts";
import { createLocalLocks } from "../../store/local-locks.ts";
import { createTimeSlices } from "../../work/time-slices.ts";

const maxLength = 200;
const minLikeness = 0.3;
const codes = 128;

const limit = 3;
/** With this many requests waiting, no suggestion is made: it is not worth the wait. */
const maxWaiting = 20;

/** Says that there is no such tool, and what may have been meant: the visible paths that look most like it. */
export type DescribeMissing = (path: string, isVisible: (tool: SourceTool) => boolean) => Promise<string>;

/** Looks through the whole catalog, one request at a time and in slices, so that it holds up nobody. */
export function createDescribeMissing(catalog: Pick<Catalog, "tools">): DescribeMissing {
  const inTurn = createLocalLocks();
  let waiting = 0;

  async function find(wanted: string, isVisible: (tool: SourceTool) => boolean): Promise<string[]> {
    const slices = createTimeSlices();
    const compare = createComparison(wanted);
    const best: { path: string; likeness: number }[] = [];
    for (const tool of catalog.tools) {
      if (slices.isOver()) await slices.next();
      const { path } = tool;
      const likeness = compare(path);
      if (likeness <= minLikeness || likeness < (best[limit - 1]?.likeness ?? 0) || !isVisible(tool))
        continue;
      best.push({ path, likeness });
      best.sort((a, b) => b.likeness - a.likeness || (a.path < b.path ? -1 : 1));
      best.length = Math.min(best.length, limit);
    }
    return best.map(({ path }) => path);
  }

  async function findInTurn(wanted: string, isVisible: (tool: SourceTool) => boolean): Promise<string[]> {
    if (waiting >= maxWaiting) return [];
    waiting += 1;
    return inTurn("find", () => find(wanted, isVisible)).finally(() => {
      waiting -= 1;
    });
  }

  return async (path, isVisible) => {
    const nearest = await findInTurn(path, isVisible);
    const hint = nearest.length > 0 ? `Did you mean ${nearest.join(" or ")}?` : "Find one with tools.search.";
    return `There is no tool ${path.slice(0, maxLength)}. ${hint}`;
  };
}

/**
 * Dice's coefficient: the share of pairs of letters that both have. It is made for tens of thousands of paths: pairs
 * are numbers, and what was seen is marked in an array that is never cleared.
 */
function createComparison(wanted: string): (path: string) => number {
  const seen = new Uint32Array(codes * codes);
  const isWanted = new Uint8Array(codes * codes);
  let round = 0;

  function countPairs(text: string, onPair: (pair: number) => void): number {
    round += 1;
    let distinct = 0;
    let before = dot;
    for (let index = 0; index <= text.length; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) % codes : dot;
      const pair = before * codes + code;
      before = code;
      if (seen[pair] === round) continue;
      seen[pair] = round;
      distinct += 1;
      onPair(pair);
    }
    return distinct;
  }

  const plain = (text: string) => text.slice(0, maxLength).toLowerCase();
  const wantedCount = countPairs(plain(wanted), (pair) => {
    isWanted[pair] = 1;
  });
  return (path) => {
    let shared = 0;
    const count = countPairs(plain(path), (pair) => {
      shared += isWanted[pair] as number;
    });
    return (2 * shared) / (wantedCount + count);
  };
}

const dot = ".".charCodeAt(0);

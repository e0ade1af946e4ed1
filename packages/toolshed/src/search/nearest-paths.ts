import type { SourceTool } from "../source/source.ts";
import type { CatalogIndex } from "./index-catalog.ts";

const maxLength = 200;
const minLikeness = 0.5;
const limit = 3;
/** How many of the tools that share words with a path are compared with it. */
const compared = 50;
/** With this many requests of a user waiting, no suggestion is made: it is not worth the wait. */
const maxWaiting = 20;

/** The visible paths that look most like one that leads to no tool, best first. */
export type NearestPaths = (
  path: string,
  isVisible: (tool: SourceTool) => boolean,
  userId?: string,
) => Promise<string[]>;

/** Asks the index for tools with the words of the path, and compares the letters of those alone. */
export function createNearestPaths(index: Pick<CatalogIndex, "search">): NearestPaths {
  const waiting = new Map<string | undefined, number>();
  return async (path, isVisible, userId) => {
    const wanted = path.slice(0, maxLength);
    const words = wanted.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
    const before = waiting.get(userId) ?? 0;
    if (words === "" || before >= maxWaiting) return [];
    waiting.set(userId, before + 1);
    try {
      const { tools } = await index.search(words, compared, isVisible, { userId });
      return tools
        .map((tool) => ({ path: tool.path, likeness: likenessOf(wanted, tool.path) }))
        .filter(({ likeness }) => likeness > minLikeness)
        .sort((a, b) => b.likeness - a.likeness || (a.path < b.path ? -1 : 1))
        .slice(0, limit)
        .map((near) => near.path);
    } finally {
      const left = (waiting.get(userId) ?? 0) - 1;
      if (left > 0) waiting.set(userId, left);
      else waiting.delete(userId);
    }
  };
}

/** Dice's coefficient: the share of pairs of letters that both have. */
function likenessOf(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  let shared = 0;
  for (const pair of pairs) if (others.has(pair)) shared += 1;
  return (2 * shared) / (pairs.size + others.size);
}

function pairsOf(path: string): Set<string> {
  const text = `.${path.slice(0, maxLength).toLowerCase()}.`;
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
}

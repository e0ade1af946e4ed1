import type { IndexedTool, ScoredTool } from "./indexed-tool.ts";
import type { Ranking } from "./ranking.ts";

/** Puts the best first, where each next one of a source counts a little less, and a copy of one that is there much less. */
export function spread(found: readonly ScoredTool[], limit: number, ranking: Ranking): IndexedTool[] {
  const left = found.map(({ indexed, score }) => ({ indexed, score, key: keyOf(indexed) }));
  const taken = new Map<string, number>();
  const count = (key: string): number => taken.get(key) ?? 0;
  const chosen: IndexedTool[] = [];
  while (chosen.length < limit && left.length > 0) {
    let best = 0;
    let bestScore = -1;
    left.forEach(({ indexed, score, key }, at) => {
      const now = score * ranking.sameSource ** count(indexed.source.id) * ranking.copy ** count(key);
      if (now > bestScore) [best, bestScore] = [at, now];
    });
    const [{ indexed, key }] = left.splice(best, 1) as [(typeof left)[number]];
    for (const one of [indexed.source.id, key]) taken.set(one, count(one) + 1);
    chosen.push(indexed);
  }
  return chosen;
}

/** Equal for tools that say the same of themselves, whatever source they are in. */
function keyOf({ tool }: IndexedTool): string {
  return `\n${tool.name}\n${tool.description}`;
}

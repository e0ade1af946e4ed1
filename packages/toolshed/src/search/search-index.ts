import type { SourceTool } from "../source/source.ts";
import { words } from "./words.ts";

export interface SearchIndex {
  replace(tools: readonly SourceTool[]): void;
  /** The kept tools that share words with the query, best first. Not every word has to match. */
  search(query: string, limit: number, keep: (tool: SourceTool) => boolean): SourceTool[];
}

/** How much a word counts by where it stands. */
const weights = { name: 3, description: 1.5, parameters: 1 };
/** BM25: how soon repeating a word stops counting. */
const saturation = 1.2;

export function createSearchIndex(tools: readonly SourceTool[]): SearchIndex {
  const postings = new Map<string, Map<SourceTool, number>>();
  function replace(next: readonly SourceTool[]): void {
    tools = next;
    postings.clear();
    for (const tool of tools) {
      for (const [word, weight] of weightedWords(tool)) {
        const posting = postings.get(word) ?? new Map<SourceTool, number>();
        posting.set(tool, (posting.get(tool) ?? 0) + weight);
        postings.set(word, posting);
      }
    }
  }
  replace(tools);

  return {
    replace,
    search(query, limit, keep) {
      const scores = new Map<SourceTool, number>();
      for (const word of new Set(words(query))) {
        const posting = postings.get(word);
        if (!posting) continue;
        const rarity = Math.log(1 + (tools.length - posting.size + 0.5) / (posting.size + 0.5));
        for (const [tool, weight] of posting) {
          const score = (rarity * weight * (saturation + 1)) / (weight + saturation);
          scores.set(tool, (scores.get(tool) ?? 0) + score);
        }
      }
      const exact = tools.find((tool) => tool.path === query.trim());
      if (exact) scores.set(exact, Number.POSITIVE_INFINITY);
      return [...scores]
        .filter(([tool]) => keep(tool))
        .sort(([a, x], [b, y]) => y - x || (a.path < b.path ? -1 : 1))
        .slice(0, limit)
        .map(([tool]) => tool);
    },
  };
}

function* weightedWords(tool: SourceTool): Iterable<[string, number]> {
  for (const word of words(`${tool.path} ${tool.name}`)) yield [word, weights.name];
  for (const word of words(tool.description)) yield [word, weights.description];
  for (const word of words(Object.keys(tool.inputSchema.properties ?? {}).join(" "))) {
    yield [word, weights.parameters];
  }
}

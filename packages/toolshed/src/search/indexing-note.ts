import type { IndexProgress } from "./search-index.ts";

/** Says that a search may have missed tools. */
export function indexingNote({ indexed, total }: IndexProgress): string {
  const count = (tools: number) => tools.toLocaleString("en");
  return `Tools are still being indexed (${count(indexed)} of ${count(total)}), so some may be missing. Search again in a few seconds.`;
}

import type { createSearchIndex } from "../../packages/toolshed/src/search/search-index.ts";

export type Figures = Record<"hit@1" | "recall@5" | "recall@10" | "nDCG@10", number>;
/** Only sets of sentences about single tools have keywords. */
export type FiguresBySet = Record<string, { sentences: Figures; keywords?: Figures }>;
export function figuresOfIndex(create: typeof createSearchIndex): FiguresBySet;

import type { createSearchIndex } from "../../packages/toolshed/src/search/search-index.ts";

export type Figures = Record<"hit@1" | "recall@5" | "recall@10" | "nDCG@10", number>;
export type FiguresBySet = Record<string, Record<"sentences" | "keywords", Figures>>;
export function figuresOfIndex(create: typeof createSearchIndex): FiguresBySet;

import type { SourceTool } from "../source/source.ts";

/** A tool in the index, with the numbers of its words where their order counts. */
export interface IndexedTool {
  readonly tool: SourceTool;
  readonly sourceId: string;
  readonly name: Uint32Array;
  readonly description: Uint32Array;
}

/** A tool that has been found, and how well it fits. */
export interface ScoredTool {
  readonly indexed: IndexedTool;
  readonly score: number;
}

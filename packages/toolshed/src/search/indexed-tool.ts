import type { SourceTool } from "../source/source.ts";
import type { Refined } from "./refine.ts";
import type { VerbKind } from "./words/verbs.ts";

/** The tools that a source has had at one time. */
export interface IndexedSource {
  readonly id: string;
  /** The stems of the words it is known by. */
  readonly names: readonly string[];
  readonly tools: readonly SourceTool[];
  /** The slots of those that have been indexed, and of the one that is being indexed. */
  readonly slots: number[];
  indexedCount: number;
  /** Its place among the sources. */
  readonly place: number;
  /** Whether the source still has these tools. */
  isCurrent: boolean;
}

/** The numbers of a tool's words where their order counts. */
export interface ToolWords {
  /** What users of the service say for words of the name. */
  readonly aliases: ReadonlyMap<number, readonly number[]> | undefined;
  /** What the tool does, and the number of the word in its name that says so, if one does. */
  readonly kind: VerbKind | undefined;
  readonly verb: number;
  readonly name: Uint32Array;
  /** A bit for each word of the name that says which resource an operation is about. 0 if the tool is no operation. */
  readonly thing: number;
  readonly description: Uint32Array;
}

export interface IndexedTool extends ToolWords {
  readonly tool: SourceTool;
  readonly source: IndexedSource;
  /** Decides between tools that fit equally well: the order of the sources, and of the tools in each. */
  readonly order: number;
}

/** A tool that has been found, and how well it fits. */
export interface ScoredTool {
  readonly indexed: IndexedTool;
  readonly score: number;
  readonly slot: number;
  /** The number of the step that it serves best. */
  readonly served: number;
  /** What its words score before the closer look, and what that has made of it. Only the best get one. */
  readonly wordScore: number;
  readonly refined?: Refined;
}

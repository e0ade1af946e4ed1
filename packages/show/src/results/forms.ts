/** The ways in which a result can be shown. */
export type Form = "table" | "card" | "chart" | "markdown" | "diff" | "media" | "tree" | "text";

/** A tool's result as it came from outside: nothing in it is taken for granted. */
export interface ToolResultLike {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

import type { JsonSchema } from "../source.ts";

/** A tool as an admin looks at it. */
export interface ShownTool {
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  /** What it says about itself, such as `readOnlyHint`, and what it asks for. */
  readonly properties: Readonly<Record<string, string>>;
}

/** A View as an admin looks at it: of a program, what has changed cannot be told in words. */
export interface ShownView {
  readonly hash: string;
  readonly size?: number | undefined;
  readonly needs?: readonly string[] | undefined;
}

/** A tool as an admin had seen it, and as it is now, as far as either is known. */
export interface ReviewedTool {
  readonly path?: string | undefined;
  readonly before?: ShownTool | undefined;
  readonly after?: ShownTool | undefined;
  readonly viewBefore?: ShownView | undefined;
  readonly viewAfter?: ShownView | undefined;
}

/** What is kept of a tool that has changed since an admin has seen it. */
export interface FormerTool {
  readonly hash: string;
  readonly tool: ShownTool;
}

/** Nobody reviews more with all details, and they are stored. */
export const maxFormerTools = 300;
const maxFormerLength = 64 * 1024;

/** Undefined if it is too large to be kept. */
export function toFormer(hash: string, tool: ShownTool): FormerTool | undefined {
  return JSON.stringify(tool).length <= maxFormerLength ? { hash, tool } : undefined;
}

/** The members of an object of plain values, in words. */
export const toProperties = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
      .slice(0, 20)
      .map(([name, value]) => [name.slice(0, 80), String(value).slice(0, 500)]),
  );

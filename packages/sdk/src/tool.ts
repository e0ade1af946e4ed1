import type { Schema } from "./schema.ts";
import type { ToolContext } from "./tool-context.ts";

export interface Tool {
  /** Segments of lower-case letters, digits and `_`, joined by dots: `samples.notes.list`. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
  /** Whether a call can change or delete something, so that a person may want to be asked. Absent means no. */
  readonly destructive?: boolean;
  /** The provider whose credentials the tool needs. Absent means none. */
  readonly authProvider?: string;
  handler(ctx: ToolContext, input: unknown): unknown;
}

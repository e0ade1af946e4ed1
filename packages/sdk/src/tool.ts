import type { Schema } from "./schema.ts";
import type { ToolContext } from "./tool-context.ts";
import type { ToolView } from "./tool-view.ts";

/** A tool whose place in the plugin's tree gives the path. */
export interface PathlessTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
  /** Whether a call can overwrite or delete something, so that a person may want to be asked. Absent means no. */
  readonly destructive?: boolean;
  /** Whether a call changes nothing at all. By default, every tool that is not destructive. */
  readonly readOnly?: boolean;
  /** The provider whose credentials the tool needs. Absent means none. */
  readonly authProvider?: string;
  /**
   * Whether the team's own endpoints may call it, with the team's credentials and for no person in particular.
   * Absent means yes, unless its provider is a person's.
   */
  readonly serviceAccountAllowed?: boolean;
  readonly view?: ToolView;
  handler(ctx: ToolContext, input: unknown): unknown;
}

export interface Tool extends PathlessTool {
  /** Segments of lower-case letters, digits and `_`, joined by dots: `samples.notes.list`. */
  readonly path: string;
}

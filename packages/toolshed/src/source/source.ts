import type { ParsedArguments, ToolContext } from "@toolshed/sdk";

export type JsonSchema = Record<string, unknown>;

/** What a source is told of the call it runs: all a handler gets, but for the plugin's own data. */
export type SourceCall = Omit<ToolContext, "store">;

/** A tool as every source gives it, whatever stands behind. */
export interface SourceTool {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly destructive: boolean;
  readonly readOnly: boolean;
  readonly authProvider?: string;
  /** Whether the team itself may call it, for no person in particular. Absent means yes. */
  readonly serviceAccountAllowed?: boolean;
  parse(args: unknown): Promise<ParsedArguments>;
  run(input: unknown, call: SourceCall): Promise<unknown>;
}

export interface Source {
  readonly id: string;
  readonly tools: readonly SourceTool[];
}

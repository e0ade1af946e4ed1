import type { JsonSchema, SourceTool } from "../source/source.ts";
import { fullSignature, signatureOf } from "./signature.ts";

/** All that a caller may know of a tool before calling it. */
export interface ToolDescription {
  path: string;
  name: string;
  description: string;
  /** The schemas as a TypeScript function. */
  signature: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | null;
  destructive: boolean;
  authProvider: string | null;
  /** The names of the caller's connections to choose from, that of the default first. Absent where there is no choice. */
  connections?: readonly string[];
}

export const describeTool = (tool: SourceTool, connections: readonly string[]): ToolDescription => ({
  path: tool.path,
  name: tool.name,
  description: tool.description,
  signature: signatureOf(tool, fullSignature),
  inputSchema: tool.inputSchema,
  outputSchema: tool.outputSchema ?? null,
  destructive: tool.destructive,
  authProvider: tool.authProvider ?? null,
  ...(connections.length > 1 && { connections }),
});

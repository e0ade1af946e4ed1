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

export function describeTool(tool: SourceTool, connections: readonly string[]): ToolDescription {
  const {
    path,
    name,
    description,
    inputSchema,
    outputSchema = null,
    destructive,
    authProvider = null,
  } = tool;
  const signature = signatureOf(tool, fullSignature);
  return {
    path,
    name,
    description,
    signature,
    inputSchema,
    outputSchema,
    destructive,
    authProvider,
    ...(connections.length > 1 && { connections }),
  };
}

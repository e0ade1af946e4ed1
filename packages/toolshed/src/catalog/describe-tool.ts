import type { JsonSchema, SourceTool } from "../source/source.ts";

/** All that a caller may know of a tool before calling it. */
export interface ToolDescription {
  path: string;
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | null;
  destructive: boolean;
  authProvider: string | null;
}

export function describeTool(tool: SourceTool): ToolDescription {
  const {
    path,
    name,
    description,
    inputSchema,
    outputSchema = null,
    destructive,
    authProvider = null,
  } = tool;
  return { path, name, description, inputSchema, outputSchema, destructive, authProvider };
}

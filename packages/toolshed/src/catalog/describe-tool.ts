import { type SourceTool, viewUriOf } from "../source/source.ts";
import { fullSignature, signatureOf } from "./signature.ts";

/**
 * All that a caller may know of a tool before calling it, with its connections where there is a choice, the default first,
 * and what has to be done first where its connection is broken.
 */
export const describeTool = (tool: SourceTool, connections: readonly string[], problem?: string) => ({
  path: tool.path,
  name: tool.name,
  description: tool.description,
  /** The schemas as a TypeScript function. */
  signature: signatureOf(tool, fullSignature),
  inputSchema: tool.inputSchema,
  outputSchema: tool.outputSchema ?? null,
  destructive: tool.destructive,
  authProvider: tool.authProvider ?? null,
  ...(connections.length > 1 && { connections }),
  ...(problem !== undefined && { problem }),
  /** Whether show_tool has a View to show. */
  ...(viewUriOf(tool) !== undefined && { view: true }),
});

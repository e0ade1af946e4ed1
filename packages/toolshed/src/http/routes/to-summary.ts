import type { SourceTool } from "../../source/source.ts";

export function toSummary(tool: SourceTool) {
  const { path, name, description, destructive, readOnly, authProvider = null } = tool;
  return { path, name, description, destructive, readOnly, authProvider };
}

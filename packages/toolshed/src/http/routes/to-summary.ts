import type { SourceTool } from "../../source/source.ts";
import type { ToolSummary } from "../api.ts";

export function toSummary(tool: SourceTool): ToolSummary {
  const { path, name, description, destructive, readOnly, authProvider = null } = tool;
  return { path, name, description, destructive, readOnly, authProvider };
}

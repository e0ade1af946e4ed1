import { describeTool } from "../catalog/describe-tool.ts";
import type { SourceTool } from "../source/source.ts";
import type { ToolSummary } from "./api.ts";

export function toSummary(tool: SourceTool): ToolSummary {
  const { path, name, description, destructive, authProvider } = describeTool(tool);
  return { path, name, description, destructive, authProvider };
}

import type { SourceTool } from "../../source/source.ts";
import { isAppOnly, viewUriOf } from "../../source/view-uri.ts";

export function toSummary(tool: SourceTool) {
  const { path, name, description, destructive, readOnly, authProvider = null } = tool;
  return {
    path,
    name,
    description,
    destructive,
    readOnly,
    authProvider,
    view: viewUriOf(tool) !== undefined,
    appOnly: isAppOnly(tool),
  };
}

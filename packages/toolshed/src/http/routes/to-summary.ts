import { humanTitle } from "../../catalog/human-title.ts";
import { isFor } from "../../policy/authorize.ts";
import { type SourceTool, viewUriOf } from "../../source/source.ts";

export function toSummary(tool: SourceTool) {
  const { path, name, description, destructive, readOnly, authProvider = null } = tool;
  return {
    path,
    name,
    /** The name for people. */
    title: humanTitle(tool),
    description,
    destructive,
    readOnly,
    authProvider,
    view: viewUriOf(tool) !== undefined,
    /** Whether it is for Views alone, and no model finds it. */
    appOnly: !isFor("model", tool),
  };
}

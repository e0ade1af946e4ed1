import { isObject } from "../json/json-object.ts";
import type { SourceTool } from "../source/source.ts";

/** The address of the View that shows a tool's results, `ui://<source>/…`. */
export function viewUriOf({ meta, path }: Pick<SourceTool, "meta" | "path">): string | undefined {
  const uri = (isObject(meta?.ui) ? meta.ui.resourceUri : undefined) ?? meta?.["ui/resourceUri"];
  return typeof uri === "string" && uri.startsWith(`ui://${sourceOf(path)}/`) ? uri : undefined;
}

export const sourceOf = (path: string): string => path.slice(0, path.indexOf("."));

/** Whether the tool is for Views alone, and no model finds it. */
export function isAppOnly({ meta }: Pick<SourceTool, "meta">): boolean {
  const visibility = isObject(meta?.ui) ? meta.ui.visibility : undefined;
  return Array.isArray(visibility) && !visibility.includes("model");
}

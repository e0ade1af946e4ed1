import type { JsonObject } from "../json/json-object.ts";
import { isFor } from "../policy/authorize.ts";
import type { SourceTool } from "./source.ts";

/** The address of a View as a tool's `_meta` names it, in either form. */
export function viewUriIn(meta: JsonObject | undefined): string | undefined {
  const uri = Object(meta?.ui).resourceUri ?? meta?.["ui/resourceUri"];
  return typeof uri === "string" && uri.startsWith("ui://") ? uri : undefined;
}

/** The address of the View that shows a tool's results, `ui://<source>/…`. */
export function viewUriOf({ meta, path }: Pick<SourceTool, "meta" | "path">): string | undefined {
  const uri = viewUriIn(meta);
  return uri?.startsWith(`ui://${sourceOf(path)}/`) ? uri : undefined;
}

export const sourceOf = (path: string): string => path.slice(0, path.indexOf("."));

/** Whether the tool is for Views alone, and no model finds it. */
export const isAppOnly = (tool: SourceTool): boolean => !isFor("model", tool);

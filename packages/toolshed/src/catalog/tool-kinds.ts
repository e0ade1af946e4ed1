import { isFor } from "../policy/authorize.ts";
import { type SourceTool, viewUriOf } from "../source/source.ts";
import type { VisibleTools } from "./visibility.ts";

/** A tool can be several of them. */
export const kindNames = [
  "read-only",
  "destructive",
  "view",
  "app-only",
  "unconnected",
  "quarantined",
] as const;
export type ToolKind = (typeof kindNames)[number];

/** What kinds a tool is, for a caller. */
export function kindsFor({ isHiddenByProvider, isQuarantined }: VisibleTools) {
  const isKind: Readonly<Record<ToolKind, (tool: SourceTool) => boolean>> = {
    "read-only": ({ readOnly }) => readOnly,
    destructive: ({ destructive }) => destructive,
    view: (tool) => viewUriOf(tool) !== undefined,
    "app-only": (tool) => !isFor("model", tool),
    unconnected: isHiddenByProvider,
    quarantined: isQuarantined,
  };
  return {
    hasAll: (tool: SourceTool, kinds: readonly ToolKind[] = []) => kinds.every((kind) => isKind[kind](tool)),
    of: (tool: SourceTool) => kindNames.filter((kind) => isKind[kind](tool)),
  };
}

export const noneOfEach = (): Record<ToolKind, number> =>
  Object.fromEntries(kindNames.map((kind) => [kind, 0])) as Record<ToolKind, number>;

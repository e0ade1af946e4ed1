import { z } from "zod";
import type { VisibleTools } from "../../catalog/visibility.ts";
import { isFor } from "../../policy/authorize.ts";
import { type SourceTool, viewUriOf } from "../../source/source.ts";

const kindNames = ["read-only", "destructive", "view", "app-only", "unconnected", "quarantined"] as const;
export type ToolKind = (typeof kindNames)[number];

/** Kinds of tools, of which a tool can be several, separated by commas. */
export const kindsQuery = z
  .string()
  .max(200)
  .transform((text) => text.split(","))
  .pipe(z.array(z.enum(kindNames)))
  .optional();

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

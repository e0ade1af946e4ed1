import { matchesPattern } from "./path-pattern.ts";

/** What an endpoint keeps of its owner's catalog. */
export interface Scope {
  readonly readOnly: boolean;
  /** Path patterns. Absent means that all are allowed. */
  readonly allow?: readonly string[];
}

export const everything: Scope = { readOnly: false };

export function isInScope(scope: Scope, tool: { path: string; readOnly: boolean }): boolean {
  if (scope.readOnly && !tool.readOnly) return false;
  return scope.allow?.some((pattern) => matchesPattern(pattern, tool.path)) ?? true;
}

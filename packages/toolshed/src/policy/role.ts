import { matchesPattern } from "./path-pattern.ts";

/** What people with a role may use, as path patterns. */
const patterns: Readonly<Record<string, readonly string[]>> = {
  owner: ["*"],
  admin: ["*"],
  member: ["*"],
};

export function isAllowedTo(role: string, path: string): boolean {
  return (
    Object.hasOwn(patterns, role) && (patterns[role] ?? []).some((pattern) => matchesPattern(pattern, path))
  );
}

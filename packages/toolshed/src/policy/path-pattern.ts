/** `a.b` is that path, `a.b.*` one more segment, `a.**` any number of them, `*` everything. */
export function matchesPattern(pattern: string, path: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  if (pattern.endsWith(".**")) return path.startsWith(pattern.slice(0, -2));
  if (!pattern.endsWith(".*")) return false;
  const prefix = pattern.slice(0, -1);
  return path.startsWith(prefix) && !path.includes(".", prefix.length);
}

const valid = /^(\*|[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*(\.\*\*?)?)$/;

export const isPattern = (text: string): boolean => valid.test(text);

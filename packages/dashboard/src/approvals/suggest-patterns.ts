interface WithPath {
  readonly path: string;
}

export const maxSuggested = 50;

/** Patterns for the groups, and paths of tools, that go with what has been typed, the widest first. */
export function suggestPatterns(
  groups: readonly WithPath[],
  tools: readonly WithPath[],
  typed: string,
): string[] {
  const patterns = new Set<string>();
  for (const { path } of groups) {
    const parts = path.split(".");
    for (let count = 1; count <= parts.length; count++) patterns.add(`${parts.slice(0, count).join(".")}.**`);
  }
  return [...patterns, ...tools.map(({ path }) => path)]
    .filter((candidate) => candidate.includes(typed))
    .slice(0, maxSuggested);
}

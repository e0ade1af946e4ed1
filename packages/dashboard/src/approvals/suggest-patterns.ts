const maxSuggestions = 50;

/** Patterns and paths that go with what has been typed, the widest first. */
export function suggestPatterns(paths: readonly string[], typed: string): string[] {
  const patterns = new Set<string>();
  for (const path of paths) {
    const parts = path.split(".");
    for (let count = 1; count < parts.length; count++) patterns.add(`${parts.slice(0, count).join(".")}.**`);
  }
  return [...patterns, ...paths].filter((candidate) => candidate.includes(typed)).slice(0, maxSuggestions);
}

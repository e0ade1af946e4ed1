export type ReadJson =
  | { readonly value: unknown }
  /** What is wrong, and the index of the character where the engine says that. */
  | { readonly problem: string; readonly at?: number };

/** Parses JSON. Of an engine's error message, only what it expected is kept: the rest repeats the text and the place. */
export function readJson(text: string): ReadJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const { message } = error as Error;
    const [, at] = / at position (\d+)( \(line \d+ column \d+\))?$/.exec(message) ?? [];
    const reason = message
      .replace(/^JSON(\.parse| Parse error): /, "")
      .replace(/(, (\.\.\.)?"| after (property|array) | in JSON| at (position|line) ).*$/s, "");
    const problem = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
    return at === undefined ? { problem } : { problem, at: Number(at) };
  }
}

/** Where a character of a text is, counted from 1. */
export function placeIn(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, column: (lines.at(-1) as string).length + 1 };
}

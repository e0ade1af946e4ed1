import { UsageError } from "../usage-error.ts";

/** `["A=1", "B=2"]` → `{ A: "1", B: "2" }` */
export function parsePairs(pairs: readonly string[], option: string): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new UsageError(`${option} needs a name and a value: ${option} NAME=value.`);
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The declarations of a version of the language with all that they refer to, by the paths where TypeScript looks for them. */
export function readLibrary(version: string): Map<string, string> {
  const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
  const native = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const folder = join(dirname(createRequire(typescript).resolve(native)), "lib");
  const found = new Map<string, string>();
  // TypeScript adds this to each of them.
  const names = new Set(["decorators", "decorators.legacy", version]);
  for (const name of names) {
    const path = join(folder, `lib.${name}.d.ts`);
    const text = readFileSync(path, "utf8");
    found.set(path.replaceAll("\\", "/"), withoutAbsent(text));
    for (const [, next] of text.matchAll(/^\/\/\/\s*<reference lib="([\w.]+)"/gm)) names.add(next as string);
  }
  return found;
}

/** Takes out the values that scripts do not have. Their types stay, since other declarations refer to them. */
const withoutAbsent = (text: string): string =>
  text
    .replace(/^declare var (SharedArrayBuffer|Atomics|WeakRef|FinalizationRegistry): \w+;$/gm, "")
    // The members of `Intl`, the only ones that are indented like this.
    .replace(/^ {4}(?:var|const) (\w+): /gm, "    type $1Value = ")
    .replace(/^ {4}function (getCanonicalLocales|supportedValuesOf)\(.*$/gm, "");

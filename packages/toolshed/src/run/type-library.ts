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
    found.set(path.replaceAll("\\", "/"), text);
    for (const [, next] of text.matchAll(/^\/\/\/\s*<reference lib="([\w.]+)"/gm)) names.add(next as string);
  }
  return found;
}

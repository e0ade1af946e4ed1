import { createHash } from "node:crypto";

const maxLength = 64;
const hashLength = 8;

/** Names for tools in clients that allow no dots and few characters: each its own, and the same every time. */
export function toToolNames(paths: readonly string[]): Map<string, string> {
  const byName = new Map<string, string>();
  for (const path of [...new Set(paths)].sort()) {
    const plain = path.replaceAll(".", "_");
    const fits = plain.length <= maxLength && !byName.has(plain);
    byName.set(fits ? plain : `${plain.slice(0, maxLength - hashLength - 1)}_${hash(path)}`, path);
  }
  return byName;
}

const hash = (path: string): string => createHash("sha256").update(path).digest("hex").slice(0, hashLength);

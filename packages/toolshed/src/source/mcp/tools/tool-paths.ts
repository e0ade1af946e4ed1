import { createHash } from "node:crypto";

const hashLength = 6;
const maxLength = 200;

/** A path for each of a server's tool names: readable, each its own, and the same whatever the order. */
export function toToolPaths(sourceId: string, names: readonly string[]): Map<string, string> {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  // A name that is a path already goes first, so that no other takes it away.
  const sorted = [...new Set(names)].sort();
  const exact = sorted.filter((name) => toSegments(name).join(".") === name);
  for (const name of [...exact, ...sorted]) {
    if (paths.has(name)) continue;
    const plain = [sourceId, ...toSegments(name)].join(".");
    const path = plain.length <= maxLength && !taken.has(plain) ? plain : withHash(plain, name);
    taken.add(path);
    paths.set(name, path);
  }
  return paths;
}

/** `browser/openTab` → `browser`, `open_tab` */
function toSegments(name: string): string[] {
  const segments = name
    .slice(0, maxLength)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[./:]+/)
    .map((part) =>
      part
        .replace(/[^a-z0-9]+/g, "_")
        .replace(/^_+|_+$/g, "")
        .replace(/^(?=\d)/, "n"),
    )
    .filter(Boolean);
  return segments.length > 0 ? segments : ["tool"];
}

const withHash = (path: string, name: string): string =>
  `${path.slice(0, maxLength - hashLength - 2)}_x${createHash("sha256").update(name).digest("hex").slice(0, hashLength)}`;

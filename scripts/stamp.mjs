import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Remembers in a file of what state some work was last done, so that it is done again only when that changed. */
export function stamp(file, inputs) {
  const hash = createHash("sha256");
  for (const input of inputs) addTo(hash, input);
  const current = hash.digest("hex");

  return {
    isFresh: () => existsSync(file) && readFileSync(file, "utf8") === current,
    write() {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, current);
    },
  };
}

const skipped = new Set(["node_modules", "dist", "bundle"]);

function addTo(hash, path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) {
    // Copying a file keeps its time to the millisecond.
    hash.update(`${path} ${stats.size} ${Math.round(stats.mtimeMs)}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (!skipped.has(name) && !name.endsWith(".tsbuildinfo")) addTo(hash, join(path, name));
  }
}

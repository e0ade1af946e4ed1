import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

export const givenSets = ["metatool-dev", "sealtools-dev"].map((name) =>
  fileURLToPath(new URL(`data/${name}.json`, import.meta.url)),
);

/**
 * A set of tools and queries. Every second query is `tune`, on which parameters were chosen; the others are
 * `held`, which were only ever measured.
 */
export function loadSet(file) {
  const { tools, queries } = JSON.parse(readFileSync(file, "utf8"));
  return {
    name: basename(file, ".json"),
    tools,
    queries,
    tune: queries.filter((_, index) => index % 2 === 0),
    held: queries.filter((_, index) => index % 2 === 1),
  };
}

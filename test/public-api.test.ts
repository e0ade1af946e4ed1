import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

interface Names {
  values: string[];
  types: string[];
}

/** What each entry promises to those who import it. A name is taken away only in a major version. */
const promised: Record<string, Names> = JSON.parse(readFileSync(join(root, "test/public-api.json"), "utf8"));

test.each(Object.keys(promised))("%s exports exactly its promised names", async (file) => {
  const text = readFileSync(join(root, file), "utf8");
  const statements = [...text.matchAll(/^export (type )?\{([^}]*)\} from "[^"]+";$/gm)];
  expect(statements.length, "an entry has nothing but named exports").toBe(text.trim().split(/;\n/).length);

  const found: Names = { values: [], types: [] };
  for (const [, isTypes, list = ""] of statements) {
    for (const item of list.split(",").map((text) => text.trim())) {
      const name = item.replace(/^type |^.* as /, "");
      if (name) (isTypes || item.startsWith("type ") ? found.types : found.values).push(name);
    }
  }
  expect({ values: found.values.sort(), types: found.types.sort() }).toEqual(promised[file]);
  expect(Object.keys(await import(join(root, file))).sort()).toEqual(found.values);
});

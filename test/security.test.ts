import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

const page = readFileSync(join(root, "docs/security.md"), "utf8");
/** A file in backticks, and the titles in quotes that follow it. */
const named = [...page.matchAll(/`((?:test|packages)\/[\w./-]+)`((?:,\s+"[^"]+")*)/g)].map(
  ([, file = "", titles = ""]) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => title as string),
  }),
);

test("every test that the page on security names exists", () => {
  expect(named.length).toBeGreaterThan(20);
  const missing = named.flatMap(({ file, titles }) => {
    if (!existsSync(join(root, file))) return [file];
    const text = titles.length > 0 ? readFileSync(join(root, file), "utf8") : "";
    return titles.filter((title) => !text.includes(title)).map((title) => `${file}: ${title}`);
  });
  expect(missing).toEqual([]);
});

test("every promise names a test or a benchmark", () => {
  const promises = page.slice(page.indexOf("## Promises"), page.indexOf("## Not promised")).split(/\n- \*\*/);
  expect(promises.length).toBeGreaterThan(15);
  for (const promise of promises.slice(1)) expect(promise).toMatch(/Tests?: `/);
});

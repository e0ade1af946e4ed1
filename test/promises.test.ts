import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const inOneLine = (text: string) => text.replace(/\s+/g, " ");
const pageOf = (name: string) => inOneLine(read(name === "README.md" ? name : `docs/${name}`));

const [, security = ""] = read("docs/security.md").split(/^## (?:Promises|Not promised)$/m);
const [, ...sections] = read("docs/promises.md").split(/^## /m);
const untested = sections.pop() ?? "";
const pages = sections.map((text) => ({ page: text.slice(0, text.indexOf("\n")), text }));

/** Pages that promise users nothing, or whose tests are named elsewhere. */
const exempt = /^(apps-reference|architecture|cli|decisions|promises|security)\.md$/;

test.each([
  { page: "docs/security.md", promises: security.split(/\n- \*\*/).slice(1), atLeast: 40 },
  { page: "docs/promises.md", promises: sections.join("").split(/\n- /).slice(1), atLeast: 100 },
])("each promise of $page names tests that exist", ({ page, promises, atLeast }) => {
  expect(promises.length).toBeGreaterThan(atLeast);
  for (const promise of promises) expect(promise).toMatch(/Tests?: `/);
  // A file in backticks, and the titles in quotes that follow it.
  const named = read(page).matchAll(/`((?:test|packages)\/[\w./-]+)`((?:,\s+"[^"]+")*)/g);
  const missing = [...named].flatMap(([, file = "", titles = ""]) => {
    if (!existsSync(join(root, file))) return [file];
    return [...titles.matchAll(/"([^"]+)"/g)]
      .filter(([, title = ""]) => !read(file).includes(title))
      .map(([, title]) => `${file}: ${title}`);
  });
  expect(missing).toEqual([]);
});

test.each(pages)("$page has what is quoted from it", ({ page, text }) => {
  const quotes = [...text.matchAll(/^- "([^"]+)"$/gm)].map(([, quote = ""]) => quote);
  expect(quotes).toHaveLength(text.split(/^- /m).length - 1);
  expect(quotes.filter((quote) => !pageOf(page).includes(quote))).toEqual([]);
});

test("what isn't tested yet is quoted from its page, too", () => {
  const quotes = untested.split(/^- /m).slice(1);
  const wrong = quotes.filter((line) => {
    const [, page = "", quote = ""] = /^(\S+\.md): "([^"]+)"/.exec(line) ?? [];
    return !quote || !pageOf(page).includes(quote);
  });
  expect(wrong).toEqual([]);
});

test("each page for users has a section in docs/promises.md", () => {
  const all = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && !exempt.test(name));
  expect(pages.map(({ page }) => page).sort()).toEqual(["README.md", ...all].sort());
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

/**
 * Phrases that read as translated. Rewrite such a sentence in plain technical English: name who acts, and use the
 * field's own terms.
 */
const phrases = [
  /\bwhoever\b/i,
  /\bwhatever (is|was|are|were|has|had|comes?|came|else|goes|others|follows|happens)\b/i,
  /\bsomebody\b/i,
  /\banybody\b/i,
  /\banew\b/i,
  /\bone a line\b/i,
  /\b(him|her)self\b/i,
  /\bholds? from\b/i,
  /\bat once\b/i,
  /\b(tells|told|telling|to tell) of\b/i,
  /\b(take|takes|taken|took) (it |them |this )?back\b/i,
  /\bby (it|them)sel(f|ves)\b/i,
  /\b(is|are|was|were|be) over(?! ?\$?[\d{])(?=[\s.,;:"'`)]|$)/im,
  /\b(go|goes|went|going) on\b/i,
  /\b(is|are|was|were) not there\b/i,
  /(?<!there )\b(is|are|was|were) no (?!longer\b|more\b|such\b|way\b|need\b)/i,
  /\b(something|anything|nothing|somebody) else than\b|\bothers than\b/i,
  /\ball the same\b/i,
];

const folders = ["bench", "docs", "examples", "packages", "scripts", "test"];
const ignored =
  /(^|\/)(node_modules|dist|bundle|\.cache|search\/data)\/|package-lock|stop-words|test\/wording\.test\.ts$/;

const files = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  ),
].filter((file) => /\.(md|m?[jt]sx?|html|css|ya?ml|py)$/.test(file) && !ignored.test(file));

const lines = files.flatMap((file) =>
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .map((text, index) => ({ text, place: `${file}:${index + 1}` })),
);

test.each(phrases)("%s does not occur", (pattern) => {
  const found = lines.filter(({ text }) => text.search(pattern) >= 0);
  expect(found.map(({ text, place }) => `${place} ${text.trim()}`)).toEqual([]);
});

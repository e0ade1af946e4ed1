import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

/**
 * Phrases that read as translated, and how often they may still occur. When a number falls, lower it here; when it
 * grows, rewrite the new sentence in plain technical English: name who acts, and use the field's own terms.
 */
const phrases: [pattern: RegExp, count: number][] = [
  [/\bwhoever\b/gi, 22],
  [/\bwhatever (is|was|are|were|has|had|comes?|came|else|goes|others|follows|happens)\b/gi, 12],
  [/\bsomebody\b/gi, 15],
  [/\banybody\b/gi, 4],
  [/\banew\b/gi, 11],
  [/\bone a line\b/gi, 0],
  [/\b(him|her)self\b/gi, 0],
  [/\bholds? from\b/gi, 0],
  [/\bat once\b/gi, 45],
  [/\b(tells|told|telling|to tell) of\b/gi, 19],
  [/\b(take|takes|taken|took) (it |them |this )?back\b/gi, 1],
  [/\bby (it|them)sel(f|ves)\b/gi, 18],
  [/\b(is|are|was|were|be) over(?! ?\$?[\d{])(?=[\s.,;:"'`)]|$)/gim, 3],
  [/\b(go|goes|went|going) on\b/gi, 26],
  [/\b(is|are|was|were) not there\b/gi, 7],
  [/(?<!there )\b(is|are|was|were) no (?!longer\b|more\b|such\b|way\b|need\b)/gi, 24],
  [/\b(something|anything|nothing|somebody) else than\b|\bothers than\b/gi, 1],
  [/\ball the same\b/gi, 1],
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

test.each(phrases)("%s does not spread", (pattern, count) => {
  const found = lines.flatMap(({ text, place }) =>
    Array.from(text.matchAll(pattern), () => `${place} ${text.trim()}`),
  );
  const advice = `Rewrite the new ones in plain technical English:\n${found.join("\n")}`;
  expect(found.length, advice).toBeLessThanOrEqual(count);
});

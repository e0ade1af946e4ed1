import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

/**
 * Phrases that read as translated, and how often they may still occur. When a number falls, lower it here; when it
 * grows, rewrite the new sentence in plain technical English: name who acts, and use the field's own terms.
 */
const phrases: [pattern: RegExp, count: number][] = [
  [/\bwhoever\b/gi, 76],
  [/\bwhatever\b/gi, 86],
  [/\bsomebody\b/gi, 64],
  [/\banybody\b/gi, 9],
  [/\banew\b/gi, 58],
  [/\bone a line\b/gi, 4],
  [/\b(him|her)self\b/gi, 1],
  [/\bholds? from\b/gi, 7],
  [/\bat once\b/gi, 138],
  [/\b(tells|told|telling|to tell) of\b/gi, 55],
  [/\b(take|takes|taken|took) (it |them |this )?back\b/gi, 17],
  [/\bby (it|them)sel(f|ves)\b/gi, 66],
  [/\b(is|are|was|were|be) over(?! ?\$?[\d{])(?=[\s.,;:"'`)]|$)/gim, 7],
  [/\b(go|goes|went|going) on\b/gi, 81],
  [/\b(is|are|was|were) not there\b/gi, 25],
  [/\b(is|are|was|were) no (?!longer\b|more\b|such\b|way\b|need\b)/gi, 126],
  [/\b(something|anything|nothing|somebody) else than\b|\bothers than\b/gi, 6],
  [/\ball the same\b/gi, 7],
];

const folders = ["bench", "docs", "examples", "packages", "scripts", "test"];
const ignored =
  /(^|\/)(node_modules|dist|\.cache|search\/data)\/|package-lock|stop-words|test\/wording\.test\.ts$/;

const files = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  ),
].filter((file) => /\.(md|m?[jt]sx?|html|css|ya?ml|py)$/.test(file) && !ignored.test(file));

test.each(phrases)("%s does not spread", (pattern, count) => {
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        Array.from(line.matchAll(pattern), () => `${file}:${index + 1} ${line.trim()}`),
      ),
  );
  const advice =
    found.length > count
      ? `Rewrite the new ones in plain technical English:\n${found.join("\n")}`
      : `Lower the number in this test to ${found.length}.`;
  expect(found.length, advice).toBe(count);
});

import { expect, test } from "vitest";
import { parseBlocks } from "./parse-blocks.ts";
import { parseInline } from "./parse-inline.ts";

test.each([
  ["# A #\n\ntext", ["heading", "paragraph"]],
  ["A\n===\nB\n---", ["heading", "heading"]],
  ["- a\n- b\n\n1. c", ["list", "list"]],
  ["```js\n# no\n```\nafter", ["code", "paragraph"]],
  ["| a | b |\n|---|---|\n| 1 | 2 |", ["table"]],
  ["> a\n> - b\n\n---", ["quote", "rule"]],
  ["    code\n\ntext", ["code", "paragraph"]],
  ["text\n# heading", ["paragraph", "heading"]],
])("%j has the blocks %j", (text, kinds) => {
  expect(parseBlocks(text).map(({ kind }) => kind)).toEqual(kinds);
});

test("lists have items, tasks and lists within", () => {
  const [list] = parseBlocks("- [x] a\n  - b\n- [ ] c");
  expect(list).toMatchObject({
    kind: "list",
    items: [
      { isDone: true, blocks: [{ kind: "paragraph", text: "a" }, { kind: "list" }] },
      { isDone: false },
    ],
  });
});

test.each([
  ["**a** *b* `c` ~~d~~", ["strong", "text", "em", "text", "code", "text", "del"]],
  ["snake_case_name 2*3*4", ["text", "em", "text"]],
  ["[a](https://a.example) ![b](c)", ["link", "text", "image"]],
  ["see https://a.example.", ["text", "link", "text"]],
  ["<https://a.example> <b>no</b>", ["link", "text"]],
  ["\\*a\\* **", ["text"]],
])("%j has the parts %j", (text, kinds) => {
  expect(parseInline(text).map(({ kind }) => kind)).toEqual(kinds);
});

test("texts that are made to take long are parsed to the end", () => {
  const many = (text: string) => text.repeat(20_000);
  for (const text of [
    many("*a "),
    many("["),
    many("![]("),
    many("`"),
    many("> "),
    many("- "),
    many("|-"),
    many("# "),
  ]) {
    const blocks = parseBlocks(text);
    for (const block of blocks) if ("text" in block) parseInline(block.text);
    expect(blocks.length).toBeGreaterThan(0);
  }
  expect(parseBlocks(`${" ".repeat(50_000)}|\n${" ".repeat(50_000)}-x`)).toHaveLength(1);
});

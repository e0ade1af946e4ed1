import { describe, expect, test } from "vitest";
import { chooseForm, formsOf } from "./choose-form.ts";
import { diffLines } from "./diff-lines.ts";
import { findPaging } from "./find-paging.ts";
import { findSeries } from "./find-series.ts";
import { findTable } from "./find-table.ts";
import { readResult } from "./read-result.ts";

const text = (value: string) => ({ type: "text", text: value });
const data = (value: unknown) => ({ content: [], structuredContent: value });

describe("tables", () => {
  const rows = [{ a: 1 }, { a: 2, b: "x" }];
  test.each([
    ["a list of records", rows, ["a", "b"], undefined],
    ["a list in an envelope, with the rest beside", { items: rows, total: 2 }, ["a", "b"], { total: 2 }],
    ["a list in several envelopes", { data: { repository: { nodes: rows } } }, ["a", "b"], undefined],
    ["columns and rows", { columns: ["p", "q"], rows: [[1, 2]], took: 3 }, ["p", "q"], { took: 3 }],
    ["records by name", { x: { n: 1 }, y: { n: 2 }, z: { n: 3 } }, ["", "n"], undefined],
    [
      "a head and rows",
      [
        ["city", "people"],
        ["Bern", 1],
        ["Basel", 2],
      ],
      ["city", "people"],
      undefined,
    ],
    ["lists of one length", { all: [1, 2, 3], own: [0, 1, 2] }, ["all", "own"], undefined],
  ])("are read from %s", (_, value, columns, rest) => {
    const table = findTable(value);
    expect(table?.columns).toEqual(columns);
    expect(table?.rest).toEqual(rest);
  });

  test.each([
    ["an empty list", []],
    ["two lists", { a: rows, b: rows }],
    ["records with nothing in common", Array.from({ length: 9 }, (_, at) => ({ [`k${at}`]: at }))],
    ["rows with more cells than columns", { columns: ["p"], rows: [[1, 2]] }],
    ["a mixed list", [1, { a: 1 }, [2]]],
    ["a text", "a"],
  ])("are not read from %s", (_, value) => {
    expect(findTable(value)).toBeUndefined();
  });

  test("take keys of every name as they are", () => {
    const table = findTable(JSON.parse('[{"__proto__": 1, "constructor": 2}, {"toString": 3}]'));
    expect(table?.columns).toEqual(["__proto__", "constructor", "toString"]);
    expect(table?.rows).toEqual([
      [1, 2, undefined],
      [undefined, undefined, 3],
    ]);
  });
});

test("charts have numbers over times or names, and no ids", () => {
  const series = (rows: object[]) => findSeries(findTable(rows) as NonNullable<ReturnType<typeof findTable>>);
  const days = ["2026-01-01", "2026-01-02", "2026-01-03"].map((day, at) => ({ day, count: at, user_id: at }));
  expect(series(days)).toMatchObject({
    label: "day",
    isOrdered: true,
    isPure: false,
    series: [{ name: "count" }],
  });
  const names = ["a", "b", "c"].map((name, at) => ({ name, stars: at }));
  expect(series(names)).toMatchObject({ label: "name", isOrdered: false, isPure: true });
  expect(series(names.slice(1))).toBeUndefined();
  expect(
    series(days.map(({ user_id, day }) => ({ user_id, note: `${day} ${"long ".repeat(20)}` }))),
  ).toBeUndefined();
});

test.each([
  ["JSON in a text", { content: [text('[{"a":1},{"a":2}]')] }, "table"],
  ["a text that repeats the data", { content: [text('{"a": 1}')], structuredContent: { a: 1 } }, "card"],
  ["one text for each item", { content: [text('{"a":1}'), text('{"a":2}')] }, "table"],
  [
    "a text in an envelope",
    { ...data({ result: "# Title\n\nText" }), content: [text("# Title\n\nText")] },
    "markdown",
  ],
  ["a unified diff", { content: [text("--- a\n+++ b\n@@ -1,1 +1,1 @@\n-x\n+y")] }, "diff"],
  ["an old and a new text", data({ old: "a\nb", new: "a\nc" }), "diff"],
  ["an image", { content: [{ type: "image", mimeType: "image/png", data: "aaaa" }] }, "media"],
  ["an error", { isError: true, content: [text("# Not a title")] }, "text"],
  ["plain words", { content: [text("Done.")] }, "text"],
  ["nothing", {}, "text"],
  ["deep data", data(JSON.parse(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`)), "tree"],
])("%s is shown in the form that fits", (_, result, form) => {
  expect(chooseForm(result)).toBe(form);
});

test("takes anything for a result", () => {
  for (const content of [
    undefined,
    null,
    "x",
    [null, 1, {}, { type: "resource" }, { type: "text", text: 7 }],
  ]) {
    expect(formsOf({ content }).length).toBeGreaterThan(0);
  }
  expect(readResult({ content: [{ type: "text", text: 7 }, null] }).others).toHaveLength(2);
});

describe("pages", () => {
  const schema = (...names: string[]) => ({
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  });
  const rows = data({ items: [{ id: 1 }, { id: 2 }] });
  test.each([
    [
      "a cursor",
      schema("cursor"),
      {},
      data({ items: [{ id: 1 }], nextCursor: "c2" }),
      { next: { cursor: "c2" } },
    ],
    [
      "the end of cursors",
      schema("after"),
      { after: "c2" },
      data({ pageInfo: { hasNextPage: false, endCursor: "c3" } }),
      undefined,
    ],
    ["numbered pages", schema("page"), { q: "x" }, rows, { next: { q: "x", page: 2 }, page: 1 }],
    [
      "a last page",
      schema("page", "per_page"),
      { page: 3, per_page: 5 },
      rows,
      { previous: { page: 2, per_page: 5 }, page: 3 },
    ],
    [
      "an offset and a limit",
      schema("offset", "limit"),
      { offset: 2, limit: 2 },
      rows,
      { next: { offset: 4, limit: 2 }, previous: { offset: 0, limit: 2 }, page: 2 },
    ],
    ["no paging arguments", schema("q"), {}, rows, undefined],
    ["a failed call", schema("page"), {}, { ...rows, isError: true }, undefined],
  ])("are found for %s", (_, inputSchema, args, result, paging) => {
    expect(findPaging(inputSchema, args, result)).toEqual(paging);
  });
});

test("lines that differ are told apart from those that don't", () => {
  const signs = { same: " ", added: "+", removed: "-", note: "?" };
  const shown = (from: string, to: string) =>
    diffLines([...from], [...to])
      .map(({ kind, text: line }) => signs[kind] + line)
      .join("");
  expect(shown("abcd", "axcd")).toBe(" a-b+x c d");
  expect(shown("", "a")).toBe("+a");
  expect(shown("abab", "ba")).toBe("-a b a-b");
  const long = Array.from({ length: 3_000 }, (_, at) => String(at));
  expect(diffLines(long, [...long].reverse())).toHaveLength(6_000);
});

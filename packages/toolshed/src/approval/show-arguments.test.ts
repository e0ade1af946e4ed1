import fc from "fast-check";
import { expect, test } from "vitest";
import { showArguments } from "./show-arguments.ts";

const rowsOf = (args: unknown) => showArguments(args).rows.map(({ name, value }) => `${name}: ${value}`);

test("masks texts under names of secrets, at any depth, and shows everything else", () => {
  const args = {
    to: "ann",
    token_count: 5,
    options: { password: "p4ss", retries: [1] },
    secrets: ["a", { nested: "b" }],
  };
  const { rows, isWhole } = showArguments(args);
  expect(isWhole).toBe(false);
  expect(rows.map(({ value }) => value).slice(0, 2)).toEqual(["ann", "5"]);
  expect(JSON.stringify(rows)).not.toMatch(/p4ss|"a"|"b"/);
  expect(rows[2]?.value).toContain("[masked]");
  const revealed = showArguments(args, { reveal: true });
  expect(revealed.isWhole).toBe(true);
  expect(JSON.stringify(revealed.rows)).toContain("p4ss");
});

test("shows long runs of blanks and line breaks as their count", () => {
  const text = `pay 1${" ".repeat(1_500)}\n${"\n".repeat(899)}000`;
  expect(rowsOf({ text })).toEqual(["text: pay 1⟨1,500 spaces⟩⟨900 line breaks⟩000"]);
  expect(rowsOf({ text: "a\n\nb  c" })).toEqual(["text: a\n\nb  c"]);
});

test("tells a text from another kind of value", () => {
  expect(rowsOf({ a: "1", b: 1, c: "null", d: null, e: '"x"' })).toEqual([
    'a: "1"',
    "b: 1",
    'c: "null"',
    "d: null",
    'e: "\\"x\\""',
  ]);
});

test("shows texts that differ in blanks or in how a letter is written", () => {
  expect(rowsOf({ a: " x", b: "", c: "a\tb", "d\n e": "x" })).toEqual([
    'a: " x"',
    'b: ""',
    String.raw`c: "a\tb"`,
    "d⟨U+000A⟩ e: x",
  ]);
  expect(rowsOf({ a: "caf\u00e9", b: "cafe\u0301", c: "\u212b" })).toEqual([
    "a: caf\u00e9",
    "b: cafe⟨U+0301⟩",
    "c: ⟨U+212B⟩",
  ]);
});

const oddText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    " ",
    "\u00a0",
    "e\u0301",
    "\u00e9",
    "\n",
    "\u200b",
    "⟨U+200B⟩",
    "\u202e",
    "a",
    "1",
    "[masked]",
    "…",
  ),
  fc.constantFrom(" ", "\t", "\n").map((blank) => blank.repeat(30)),
);
const oddValue = fc.oneof(
  oddText,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(oddText, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "token", "b"), oddText, { maxKeys: 2 }),
);
const oddArguments = fc.dictionary(fc.constantFrom("a", "key", "api_key", "a\u200b"), oddValue, {
  maxKeys: 3,
});

test("never shows two different calls the same way while they can be approved", () => {
  fc.assert(
    fc.property(oddArguments, oddArguments, (one, other) => {
      const [first, second] = [showArguments(one), showArguments(other)];
      if (!first.isWhole || !second.isWhole) return;
      const order = ({ rows }: typeof first) =>
        JSON.stringify(rows.map(({ name, value }) => [name, value]).sort());
      if (order(first) !== order(second)) return;
      const sorted = (args: object) =>
        JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)));
      expect(sorted(one)).toBe(sorted(other));
    }),
    { numRuns: 2_000 },
  );
});

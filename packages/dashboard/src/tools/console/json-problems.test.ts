import { expect, test } from "vitest";
import { jsonProblems } from "./json-problems.ts";

const schema = {
  type: "object",
  required: ["period"],
  properties: {
    period: { type: "object", required: ["from"], properties: { from: { type: "string" } } },
    regions: {
      type: "array",
      items: { type: "object", properties: { share: { type: "number", maximum: 100 } } },
    },
  },
};
const marked = (text: string) =>
  jsonProblems(text, schema).map(
    ({ message, line, from, to }) => `${line}: ${message} <${text.slice(from, to)}>`,
  );

test.each<[string, string, string[]]>([
  ["nothing that is wrong", '{ "period": { "from": "today" } }', []],
  ["a field that is missing, at its object", '{\n  "period": {}\n}', ["2: period.from: Required. <{>"]],
  ["nothing typed, at the start", "", ["1: period: Required. <>"]],
  [
    "values of the wrong kind and size, at their places",
    '{\n  "period": { "fr\\u006fm": 5 },\n  "regions": [{}, { "share": 500 }]\n}',
    ["2: period.from: Expected text. <5>", "3: regions.1.share: Must be at most 100. <500>"],
  ],
])("finds %s", (_, text, expected) => {
  expect(marked(text)).toEqual(expected);
});

test.each([
  ['{\n  "a": 1,\n  b: 2\n}', "3:3 Expected double-quoted property name. <b>"],
  ['{ "a": 1 "b": 2 }', "1:10 Expected ',' or '}'. <>"],
  // The parser gives no place for these, the editor's grammar does.
  ['{ "a": nope }', "1:8 Unexpected token 'o'. <nope>"],
  ['{ "a": 1', "1:9 Expected ',' or '}'. <>"],
])("marks where a text stops being JSON: %s", (text, expected) => {
  const [{ message, line, column, from, to } = expect.fail()] = jsonProblems(text, schema);
  expect(`${line}:${column} ${message} <${text.slice(from, to)}>`).toBe(expected);
});

test("names no column when the arguments are not an object", () => {
  const [problem] = jsonProblems("[1]", schema);
  expect(problem).toMatchObject({ line: 1, message: expect.stringContaining("must be an object") });
  expect(problem).not.toHaveProperty("column");
});

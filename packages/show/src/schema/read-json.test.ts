import { afterEach, expect, test, vi } from "vitest";
import { placeIn, readJson } from "./read-json.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['{"a": 1 "b": 2}', "Expected ',' or '}'.", 8],
  ["[1 2]", "Expected ',' or ']'.", 3],
  ['{"a": nope}', "Unexpected token 'o'.", undefined],
  ['{"a": ," at position 3"}', "Unexpected token ','.", undefined],
  ["{a: 1}", "Expected property name or '}'.", 1],
  ['{"a" 1}', "Expected ':'.", 5],
  ["{} x", "Unexpected non-whitespace character after JSON.", 3],
  ["[1,", "Unexpected end of JSON input.", undefined],
])("says what is wrong with %s: %s", (text, problem, at) => {
  expect(readJson(text)).toEqual(at === undefined ? { problem } : { problem, at });
});

test.each([
  ["JSON.parse: expected ',' or '}' after property value in object at line 1 column 9 of the JSON data"],
  ["JSON Parse error: Expected ',' or '}'"],
])("reads the messages of other engines: %s", (message) => {
  vi.spyOn(JSON, "parse").mockImplementation(() => {
    throw new SyntaxError(message);
  });
  expect(readJson("{")).toEqual({ problem: "Expected ',' or '}'." });
});

test("counts lines and columns from 1", () => {
  expect(placeIn("{\n  a", 4)).toEqual({ line: 2, column: 3 });
});

import { describe, expect, test } from "vitest";
import {
  dataBounds,
  isWithinDepth,
  type JsonBounds,
  JsonError,
  measureJson,
  parseJson,
} from "./parse-json.ts";

const bounds: JsonBounds = { depth: 4, values: 20 };
const reasonOf = (text: string, given = bounds): string | undefined => {
  try {
    parseJson(text, given);
    return undefined;
  } catch (error) {
    return error instanceof JsonError ? error.reason : String(error);
  }
};

describe("parseJson", () => {
  test("parses what JSON.parse parses", () => {
    const value = { a: [1, 'x\\"[[[[[', { b: null }], "c\\": true, é: "\u2028" };
    expect(parseJson(JSON.stringify(value), bounds)).toEqual(value);
  });

  test("rejects text that is not JSON", () => {
    for (const text of ["", "{", "[1,]", '"open', "\\", "undefined"]) expect(reasonOf(text)).toBe("syntax");
  });

  test("accepts nesting up to the bound and rejects more", () => {
    expect(reasonOf("[[[[]]]]")).toBeUndefined();
    expect(reasonOf("[[[[[]]]]]")).toBe("depth");
    expect(reasonOf('{"a":{"a":{"a":{"a":{}}}}}')).toBe("depth");
  });

  test("does not count brackets and commas inside strings", () => {
    expect(reasonOf(JSON.stringify(["[[[[[[", "\\", '\\"[[[[[[[[', ",".repeat(100)]))).toBeUndefined();
  });

  test("counts values and keys", () => {
    expect(reasonOf(JSON.stringify(Array.from({ length: 20 }, () => 0)))).toBeUndefined();
    expect(reasonOf(JSON.stringify(Array.from({ length: 30 }, () => 0)))).toBe("values");
  });

  test("stops at the first bound of a hostile text instead of reading all of it", () => {
    // Parsing this much would exhaust the stack of JSON.parse.
    expect(reasonOf("[".repeat(4_000_000), dataBounds)).toBe("depth");
  });

  test("a string full of escaped quotes costs one pass", () => {
    const text = JSON.stringify('"'.repeat(500_000));
    expect(measureJson(text, bounds)).toBe(0);
  });
});

test("isWithinDepth looks no deeper than it is asked to", () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  expect(isWithinDepth(nested(64), 64)).toBe(true);
  expect(isWithinDepth(nested(65), 64)).toBe(false);
  let deep: unknown = 1;
  for (let index = 0; index < 100_000; index += 1) deep = [deep];
  expect(isWithinDepth(deep, 64)).toBe(false);
});

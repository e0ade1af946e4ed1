import { describe, expect, test } from "vitest";
import { dataBounds, isWithin, type JsonBounds, JsonError, measureJson, parseJson } from "./parse-json.ts";

const bounds: JsonBounds = { depth: 4, values: 20, text: 200 };
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
    expect(measureJson(text, dataBounds)).toBe(0);
  });
});

test("rejects strings and keys that are too long", () => {
  const long = "x".repeat(201);
  expect(reasonOf(JSON.stringify(["x".repeat(199)]))).toBeUndefined();
  expect(reasonOf(JSON.stringify([long]))).toBe("text");
  expect(reasonOf(JSON.stringify({ [long]: 1 }))).toBe("text");
});

test("isWithin looks no deeper than it is asked to", () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  expect(isWithin(nested(64), 64, 10)).toBe(true);
  expect(isWithin(nested(65), 64, 10)).toBe(false);
  expect(isWithin({ a: ["0123456789"] }, 2, 10)).toBe(true);
  expect(isWithin({ a: ["0123456789x"] }, 2, 10)).toBe(false);
  expect(isWithin({ "0123456789x": 1 }, 2, 10)).toBe(false);
  let deep: unknown = 1;
  for (let index = 0; index < 100_000; index += 1) deep = [deep];
  expect(isWithin(deep, 64, 10)).toBe(false);
});

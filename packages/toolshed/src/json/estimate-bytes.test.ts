import { expect, test } from "vitest";
import { estimateBytes } from "./estimate-bytes.ts";

test.each([
  { title: "texts", data: { content: [{ type: "text", text: "x".repeat(300_000) }] } },
  { title: "a text deep inside", data: { a: [[{ b: { c: ["x".repeat(300_000)] } }]] } },
  { title: "many small values", data: { items: Array.from({ length: 15_000 }, (_, id) => ({ id })) } },
])("is close to the size of the JSON: $title", ({ data }) => {
  const { length } = JSON.stringify(data);
  expect(estimateBytes(data)).toBeGreaterThan(length / 2);
});

test("very many values count as large, without all of them being read", () => {
  const endless: unknown[] = [];
  endless.push(endless, endless);
  for (const data of [Array(50_000).fill(0), Array(300).fill(Array(300).fill(0)), endless])
    expect(estimateBytes(data)).toBeGreaterThan(1024 * 1024);
  expect(estimateBytes(Array(50).fill(0))).toBeLessThan(1024);
});

import { expect, test } from "vitest";
import { createEventCounter } from "./event-guard.ts";

const count = (...chunks: string[]): number => {
  const counter = createEventCounter();
  return chunks.reduce((sum, chunk) => sum + counter(Buffer.from(chunk)), 0);
};
const deep = `data: ${"[".repeat(600)}${"]".repeat(600)}\n\n`;

test("counts events however they are cut into chunks", () => {
  expect(count('data: {"a":1}\n\ndata: 2\r\n\r\n: ping\n\n')).toBe(3);
  expect(count("da", 'ta: {"a"', ":1}\n", "\n")).toBe(1);
});

test("refuses an event that nests too deep, whatever other lines say", () => {
  for (const before of ["", ': "\n', 'event: "\n', 'id: \\"\n', "data\n", 'data: "a"\n']) {
    expect(() => count(before + deep), before).toThrow("nests too deep");
  }
});

test("does not count brackets inside strings and in other fields", () => {
  expect(count(`data: "${"[".repeat(1_000)}"\n\n`)).toBe(1);
  expect(count(`: ${"[".repeat(1_000)}\n\n`)).toBe(1);
});

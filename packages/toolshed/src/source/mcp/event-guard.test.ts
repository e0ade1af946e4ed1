import { expect, test } from "vitest";
import { createEventCounter } from "./event-guard.ts";

const inPieces = (text: string, size: number): Buffer[] => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
};
const countIn = (text: string, size = 7) => {
  const count = createEventCounter();
  return inPieces(text, size).reduce((sum, piece) => sum + count(piece), 0);
};

test.each(["\n", "\r", "\r\n"])("tells events apart whose lines end with %j", (end) => {
  const event = `event: message${end}data: {"a": "b"}${end}${end}`;
  expect(countIn(event + event)).toBe(2);
});

test("rejects JSON that nests too deep, also over several lines, and forgets about the event before", () => {
  const shallow = `data: ${"[".repeat(500)}\n\n`;
  expect(countIn(shallow + shallow)).toBe(2);
  expect(() => countIn(`data: ${"[".repeat(300)}\ndata: ${"[".repeat(300)}\n\n`)).toThrow("too deep");
});

test("takes brackets in strings for what they are", () => {
  expect(countIn(`data: ${JSON.stringify({ text: `"\\${"[".repeat(1000)}` })}\n\n`)).toBe(1);
});

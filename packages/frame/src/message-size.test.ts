import { expect, test } from "vitest";
import { messageSize } from "./message-size.ts";

const LIMIT = 10_000;

test("grows with the texts, keys and values of a message", () => {
  const small = messageSize({ method: "ping" }, LIMIT);
  expect(small).toBeGreaterThan(10);
  expect(messageSize({ method: "ping", params: { text: "x".repeat(500) } }, LIMIT)).toBeGreaterThan(
    small + 500,
  );
  expect(messageSize({ list: Array.from({ length: 100 }, () => 1) }, LIMIT)).toBeGreaterThan(small + 500);
});

const cyclic: { self?: object } = {};
cyclic.self = cyclic;

test.each([
  ["a long text", { data: "x".repeat(20_000) }],
  ["a long key", { ["x".repeat(20_000)]: 1 }],
  ["many items", Array.from({ length: 5_000 }, () => null)],
  ["a hole of any length", new Array(4_000_000_000)],
  ["many keys", Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [at, at]))],
  ["a cycle", cyclic],
  ["a buffer", { data: new ArrayBuffer(8) }],
  ["a map", { data: new Map() }],
])("exceeds any limit for %s", (_, message) => {
  expect(messageSize(message, LIMIT)).toBe(Infinity);
});

import { expect, test } from "vitest";
import { readTraceparent, sessionTrace } from "./call-trace.ts";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = "00f067aa0ba902b7";

test.each([
  [`00-${trace}-${parent}-01`, trace],
  [`00-${trace}-${parent}-ff`, trace],
  // A later version may have more fields.
  [`cc-${trace}-${parent}-01-what-the-future-brings`, trace],
  [`cc-${trace}-${parent}-01`, trace],
  [`00-${trace}-${parent}-01-more`, undefined],
  [`ff-${trace}-${parent}-01`, undefined],
  [`cc-${trace}-${parent}-01.more`, undefined],
  [`00-${"0".repeat(32)}-${parent}-01`, undefined],
  [`00-${trace}-${"0".repeat(16)}-01`, undefined],
  [`00-${trace.toUpperCase()}-${parent}-01`, undefined],
  [` 00-${trace}-${parent}-01`, undefined],
  [`00-${trace}-${parent}-01\n`, undefined],
  [`00-${trace}-${parent}-1`, undefined],
  [`cc-${trace}-${parent}-01-${"x".repeat(500)}`, undefined],
  ["", undefined],
  [undefined, undefined],
  [[`00-${trace}-${parent}-01`], undefined],
  [{ toString: (): string => `00-${trace}-${parent}-01` }, undefined],
])("reads the trace in %j", (given, expected) => {
  expect(readTraceparent(given)).toBe(expected);
});

test("groups a session without giving its id away", () => {
  const id = "3f1c2a52-6c1d-4be7-9a53-0d8f3c6a1b2e";
  expect(sessionTrace(id)).toMatch(/^session-[0-9a-f]{32}$/);
  expect(sessionTrace(id)).toBe(sessionTrace(id));
  expect(sessionTrace(id)).not.toBe(sessionTrace(`${id}x`));
});

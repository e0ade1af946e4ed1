import { expect, test } from "vitest";
import { createPenalties } from "./penalties.ts";

test("an address gets no connection for ten seconds, unless it is exempt", () => {
  let now = 0;
  const penalties = createPenalties(
    (address) => address === "127.0.0.1",
    () => now,
  );
  for (const address of ["203.0.113.5", "127.0.0.1", "not an address", undefined]) penalties.note(address);
  expect(penalties.isOn("203.0.113.5")).toBe(true);
  expect(penalties.isOn("203.0.113.6")).toBe(false);
  expect(penalties.isOn("127.0.0.1")).toBe(false);
  expect(penalties.isOn(undefined)).toBe(false);
  now = 10_001;
  expect(penalties.isOn("203.0.113.5")).toBe(false);
});

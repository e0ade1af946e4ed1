import { expect, test } from "vitest";
import { toToolNames } from "./exposed-tools.ts";

test("names have no dots and at most 64 characters, and no two tools share one", () => {
  const long = `a.${"very_long_segment.".repeat(6)}end`;
  const paths = ["samples.notes.list", "a.b_c", "a_b.c", long, `${long}er`];
  const names = toToolNames(paths);
  expect([...names.values()].sort()).toEqual([...paths].sort());
  for (const name of names.keys()) expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
  expect(names.get("samples_notes_list")).toBe("samples.notes.list");
  expect([...toToolNames([...paths].reverse())]).toEqual([...names]);
});

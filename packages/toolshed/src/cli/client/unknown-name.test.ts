import { expect, test } from "vitest";
import { nearest, unknownName } from "./unknown-name.ts";

test.each([
  ["fiels", "files"],
  ["granola-persnal", "granola-personal"],
  ["samples.notes.lst", "samples.notes.list"],
  ["zzz", undefined],
  ["", undefined],
])("%j is nearest to %s", (wanted, expected) => {
  expect(nearest(wanted, ["files", "granola-personal", "samples.notes.list"])).toBe(expected);
});

test("suggests the nearest name, lists a few, or names the command that lists many", () => {
  const message = (known: string[]) => unknownName("source", "fiels", known, "toolshed sources").message;
  expect(message(["files"])).toBe('There is no source "fiels". Did you mean files?');
  expect(message(["github", "linear"])).toBe('There is no source "fiels". There is: github, linear.');
  expect(message([])).toBe('There is no source "fiels". Run "toolshed sources" to list them.');
});

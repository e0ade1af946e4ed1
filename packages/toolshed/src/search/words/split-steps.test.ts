import { describe, expect, test } from "vitest";
import { nameThings } from "./name-things.ts";
import { splitSteps } from "./split-steps.ts";

test.each([
  ["- List open issues\n- Close the stale issues\n- Create a milestone"],
  ["1. List open issues\n2. Close the stale issues\n3) Create a milestone"],
  ["List open issues. Close the stale issues.\nCreate a milestone"],
  ["List open issues, close the stale issues and create a milestone"],
])("splits %j into its steps", (text) => {
  expect(splitSteps(text).map((step) => step.toLowerCase())).toEqual([
    "list open issues",
    "close the stale issues",
    "create a milestone",
  ]);
});

test("keeps a sentence together after a title, and begins no step with a comma", () => {
  expect(splitSteps("Send Dr. Jones a mail about the invoice")).toHaveLength(1);
  expect(splitSteps("Create a branch for the fix. Then list its reviewers by name")).toEqual([
    "Create a branch for the fix",
    "Then list its reviewers by name",
  ]);
});

describe("a long hostile text", () => {
  // A million characters: anything quadratic would take hours, and so the test's time limit.
  const fill = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));
  const texts = {
    spaces: `a${fill(" ")}b`,
    tabs: `create a${fill("\t")}x`,
    dashes: fill("-"),
    "dashed words": fill("-a"),
    address: `@${fill("a")}`,
    addresses: fill("a@"),
    lines: fill("\n"),
    joints: fill("and  "),
    paths: fill("/a"),
  };
  test.each(Object.entries(texts))("of %s is split, and its things are named, in linear time", (_, text) => {
    expect(splitSteps(text).length).toBeGreaterThan(0);
    expect(nameThings(text).length).toBeGreaterThan(0);
  });
});

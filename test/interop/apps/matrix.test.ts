import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { autoResize } from "../../browser/apps/page/auto-resize-cases.ts";
import { runCase } from "./case.ts";
import { cases } from "./cases/index.ts";
import { expectOutcome } from "./expect-outcome.ts";
import { differenceOf, knownDifferences } from "./known-differences.ts";
import { nodeStage } from "./node-stage.ts";
import { pairings, titleOf } from "./pairings.ts";

// The official package writes every message and every surprise to the console.
beforeEach(() => {
  for (const level of ["debug", "log", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation(() => {});
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(
  pairings
    .filter((p) => p.view !== "ours" && p.host !== "ours")
    .map((pairing) => ({ title: titleOf(pairing), pairing })),
)("$title", ({ pairing }) => {
  it.each(cases)("$name", async (testCase) => {
    const outcome = await runCase(nodeStage(pairing), testCase);
    expectOutcome(pairing, testCase, outcome);
    expect(outcome, "a known difference that no longer differs").not.toEqual(testCase.expected);
  });
});

it("every known difference is about a case and a pairing that exist", () => {
  const used = new Set(
    pairings.flatMap((pairing) =>
      [...cases, ...autoResize].map((testCase) => differenceOf(pairing, testCase)),
    ),
  );
  expect(knownDifferences.filter((difference) => !used.has(difference))).toEqual([]);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { autoResize } from "../../browser/apps/page/auto-resize-cases.ts";
import { runCase } from "./case.ts";
import { cases } from "./cases/index.ts";
import { expectOutcome } from "./expect-outcome.ts";
import { differenceOf, knownDifferences } from "./known-differences.ts";
import { nodeStage } from "./node-stage.ts";
import { isOurs, pairings, titleOf } from "./pairings.ts";

describe.each(pairings.map((pairing) => [titleOf(pairing), pairing] as const))("%s", (_title, pairing) => {
  // The official package writes every message and every surprise to the console; ours may warn.
  const silenced = isOurs(pairing)
    ? (["debug", "log", "info"] as const)
    : (["debug", "log", "error"] as const);
  let written: unknown[];
  beforeEach(() => {
    written = [];
    vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const level of silenced)
      vi.spyOn(console, level).mockImplementation((...words) => written.push(words));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    if (isOurs(pairing)) expect(written).toEqual([]);
  });

  for (const testCase of cases) {
    it(testCase.name, async () => {
      const outcome = await runCase(nodeStage(pairing), testCase);
      expectOutcome(pairing, testCase, outcome);
    });
  }
});

it("every known difference is about a case and a pairing that exist", () => {
  const used = new Set(
    pairings.flatMap((pairing) =>
      [...cases, ...autoResize].map((testCase) => differenceOf(pairing, testCase)),
    ),
  );
  expect(knownDifferences.filter((difference) => !used.has(difference))).toEqual([]);
});

import { expect } from "vitest";
import type { Case } from "./case.ts";
import { differenceOf } from "./known-differences.ts";
import type { Pairing } from "./pairings.ts";

/** As the table says, or as the known difference says; one that no longer differs is stale. */
export function expectOutcome(pairing: Pairing, testCase: Case, outcome: unknown): void {
  const difference = differenceOf(pairing, testCase);
  expect(outcome).toEqual(difference ? difference.outcome : testCase.expected);
  if (difference) expect(outcome, `stale: ${difference.reason}`).not.toEqual(testCase.expected);
}

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Figures, figuresOfIndex } from "../../bench/search/figures.mjs";
import { createSearchIndex } from "../../packages/toolshed/src/search/search-index.ts";

// What `npm run bench:search -- --record` has written: by set, by engine.
const recorded: Record<string, Record<string, Record<"sentences" | "keywords", Figures>>> = JSON.parse(
  readFileSync(new URL("../../bench/search/data/recorded.json", import.meta.url), "utf8"),
);
const ours = figuresOfIndex(createSearchIndex);
const sets = Object.keys(recorded);
const measures = ["hit@1", "recall@5", "recall@10", "nDCG@10"] as const;

describe.each(sets)("%s", (set) => {
  test.each(["sentences", "keywords"] as const)("tools are found as well as recorded: %s", (form) => {
    const before = recorded[set]?.Toolshed?.[form];
    const now = ours[set]?.[form];
    for (const measure of measures)
      expect(now?.[measure], measure).toBeGreaterThanOrEqual(before?.[measure] ?? 100);
  });

  test("full sentences find more than the better of the other engines", () => {
    expect(lead(set, "sentences", "recall@10")).toBeGreaterThan(0);
    expect(lead(set, "sentences", "nDCG@10")).toBeGreaterThan(0);
  });

  test("keywords find no less", () => {
    expect(lead(set, "keywords", "recall@10")).toBeGreaterThanOrEqual(0);
    expect(lead(set, "keywords", "hit@1")).toBeGreaterThanOrEqual(0);
  });
});

test.each(["recall@10", "nDCG@10"] as const)(
  "over all sets, %s of full sentences leads by 4.5 points",
  (measure) => {
    const leads = sets.map((set) => lead(set, "sentences", measure));
    expect(leads.reduce((sum, points) => sum + points, 0) / leads.length).toBeGreaterThanOrEqual(4.5);
  },
);

function lead(
  set: string,
  form: "sentences" | "keywords",
  measure: "hit@1" | "recall@10" | "nDCG@10",
): number {
  const { Toolshed: _, ...others } = recorded[set] ?? {};
  const best = Math.max(...Object.values(others).map((figures) => figures[form]?.[measure] ?? 0));
  return (ours[set]?.[form][measure] ?? 0) - best;
}

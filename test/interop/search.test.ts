import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Figures, figuresOfIndex } from "../../bench/search/figures.mjs";
import { createSearchIndex } from "../../packages/toolshed/src/search/search-index.ts";

type Reached = { sentences: Figures; keywords?: Figures };
type Lead = { points: number; low: number; high: number };

// What `npm run bench:search -- --record` has written: by set, by engine.
const recorded: {
  figures: Record<string, Record<string, Reached>>;
  leads: Record<string, Record<keyof Figures, Lead>>;
} = JSON.parse(readFileSync(new URL("../../bench/search/data/recorded.json", import.meta.url), "utf8"));
const ours = figuresOfIndex(createSearchIndex);
const sets = Object.keys(recorded.figures);
const setsWithKeywords = ["metatool-dev", "sealtools-dev"];
const measures = ["hit@1", "recall@5", "recall@10", "nDCG@10"] as const;

describe.each(sets)("%s", (set) => {
  test.each(["sentences", "keywords"] as const)("tools are found as well as recorded: %s", (form) => {
    const before = recorded.figures[set]?.Toolshed?.[form];
    const now = ours[set]?.[form];
    expect(now === undefined).toBe(before === undefined);
    if (now && before)
      for (const name of measures) expect(now[name], name).toBeGreaterThanOrEqual(before[name]);
  });

  test("full sentences find more than the best of the other engines", () => {
    expect(lead(set, "sentences", "recall@10")).toBeGreaterThan(0);
    expect(lead(set, "sentences", "nDCG@10")).toBeGreaterThan(0);
  });

  test("the first tool is not significantly worse than that of the best other engine", () => {
    expect(recorded.leads[set]?.["hit@1"].high).toBeGreaterThanOrEqual(0);
  });
});

test.each(setsWithKeywords)("keywords find no less: %s", (set) => {
  expect(lead(set, "keywords", "recall@10")).toBeGreaterThanOrEqual(0);
  expect(lead(set, "keywords", "hit@1")).toBeGreaterThanOrEqual(0);
});

test.each(["recall@10", "nDCG@10"] as const)(
  "over the sets of single tools, %s of full sentences leads by 4.5 points",
  (measure) => {
    const leads = setsWithKeywords.map((set) => lead(set, "sentences", measure));
    expect(leads.reduce((sum, points) => sum + points, 0) / leads.length).toBeGreaterThanOrEqual(4.5);
  },
);

test("a person's sentences find the operations of real APIs, and whole tasks their tools", () => {
  const { sentences } = ours["api-requests-dev"] ?? {};
  expect(sentences?.["hit@1"]).toBeGreaterThanOrEqual(40);
  expect(sentences?.["recall@10"]).toBeGreaterThanOrEqual(74);
  expect(sentences?.["nDCG@10"]).toBeGreaterThanOrEqual(55);
  expect(ours["tasks-dev"]?.sentences["recall@10"]).toBeGreaterThanOrEqual(54);
});

function lead(
  set: string,
  form: "sentences" | "keywords",
  measure: "hit@1" | "recall@10" | "nDCG@10",
): number {
  const { Toolshed: _, ...others } = recorded.figures[set] ?? {};
  const best = Math.max(...Object.values(others).map((figures) => figures[form]?.[measure] ?? 0));
  return (ours[set]?.[form]?.[measure] ?? 0) - best;
}

import { expect, test } from "vitest";
import { shareDomains } from "./frame.ts";

test("a source with many domains leaves the others theirs", () => {
  const many = Array.from({ length: 300 }, (_, index) => `https://0-${index}.example`);
  const shared = shareDomains(
    new Map([
      ["greedy", new Set(many)],
      ["good", new Set(["https://api.good.example", "https://cdn.good.example"])],
    ]),
  );
  expect(shared).toHaveLength(200);
  expect(shared).toEqual(expect.arrayContaining(["https://api.good.example", "https://cdn.good.example"]));
});

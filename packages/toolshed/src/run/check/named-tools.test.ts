import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Catalog, createCatalog } from "../../catalog/catalog.ts";
import { indexCatalog } from "../../search/index-catalog.ts";
import { createNearestPaths } from "../../search/nearest-paths.ts";
import type { SourceTool } from "../../source/source.ts";
import { createDescribeMissing } from "../check/missing-tool.ts";
import { namedTools } from "./named-tools.ts";
import { findMentions } from "./script-mentions.ts";

const visible = ["a.notes.list", "a.notes.create", "b.files.read"].map(
  (path) => ({ path, name: path, description: "" }) as SourceTool,
);
const catalog = createCatalog([
  { id: "a", tools: visible.slice(0, 2) },
  { id: "b", tools: visible.slice(2) },
]);
const named = (script: string) => {
  const { tools, isOpen } = namedTools(findMentions(script), catalog, () => true);
  return { paths: tools.map(({ path }) => path), isOpen };
};

describe("the tools that a script names", () => {
  test.each([
    ["await tools.a.notes.list()", ["a.notes.list"], false],
    ["tools\n  .b\n  .files.read({}).then(f)", ["b.files.read"], false],
    ["const n = tools.a.notes; n.list()", ["a.notes.list", "a.notes.create"], false],
    ["tools.search({ query: 'x' })", [], false],
    ["for (const p of ps) tools[p]()", [], true],
    ["helper(tools)", [], true],
    ["mytools.a.notes.list()", [], false],
  ])("%s", (script, paths, isOpen) => expect(named(script)).toEqual({ paths, isOpen }));
});

test("a tool that the caller does not see is not named", () => {
  const { tools } = namedTools(findMentions("tools.a.notes"), catalog, ({ path }) => path !== "a.notes.list");
  expect(tools.map(({ path }) => path)).toEqual(["a.notes.create"]);
});

// Each took from seconds to minutes when its cost grew with the square of its length.
describe("a script that names too much is checked against less", () => {
  test.each([
    ["a path without end", `//tools${".a".repeat(90_000)}`],
    ["a path without end before a tool", `tools.a.notes.list${".a".repeat(90_000)}`],
    ["spaces without end", `tools${" ".repeat(190_000)}`],
    ["dots and spaces", `tools${" . ".repeat(60_000)}`],
    ["many mentions", "tools.a.b;".repeat(19_000)],
    ["many different mentions", Array.from({ length: 15_000 }, (_, index) => `tools.x${index};`).join("")],
    ["only the word", "tools ".repeat(30_000)],
  ])("%s", (_, script) => {
    const { mentions } = findMentions(script);
    expect(JSON.stringify(mentions).length).toBeLessThan(1_000_000);
    expect(namedTools(findMentions(script), catalog, () => true).tools.length).toBeLessThan(10);
  });
});

async function indexed(of: Catalog) {
  const index = indexCatalog(of);
  while ((await index.search("", 1, () => true)).indexing) await setImmediate();
  return index;
}

test("an unknown path suggests similar ones that the caller sees", async () => {
  const describeMissing = createDescribeMissing(createNearestPaths(await indexed(catalog)));
  expect(await describeMissing("a.note.list", () => true)).toMatch(
    /^Tool not found: a\.note\.list\nDid you mean a\.notes\.list/,
  );
  expect(await describeMissing("zzz.qqq", () => true)).toBe(
    "Tool not found: zzz.qqq\nFind one with tools.search.",
  );
  expect(await describeMissing("a.note.list", () => false)).not.toContain("a.notes.list");
});

test("many missing paths are answered without suggestions", async () => {
  const describeMissing = createDescribeMissing(createNearestPaths(await indexed(catalog)));
  const told = await Promise.all(
    Array.from({ length: 100 }, () => describeMissing("a.note.list", () => true)),
  );
  expect(told.filter((text) => text.includes("Did you mean"))).toHaveLength(20);
});

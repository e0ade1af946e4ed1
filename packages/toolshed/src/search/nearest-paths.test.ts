import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createCatalog } from "../catalog/catalog.ts";
import type { SourceTool } from "../source/source.ts";
import { indexCatalog } from "./index-catalog.ts";
import { createNearestPaths } from "./nearest-paths.ts";

const tools = ["samples.notes.list", "samples.notes.create", "samples.files.read"].map(
  (path) => ({ path, name: path, description: "", inputSchema: {} }) as unknown as SourceTool,
);

test("the nearest paths come from the index, and only visible ones", async () => {
  const catalog = createCatalog([{ id: "samples", tools }]);
  const index = indexCatalog(catalog);
  while ((await index.search("", 1, () => true)).indexing) await setImmediate();
  // A scan of the catalog would fail.
  const nearest = createNearestPaths({ search: index.search });
  Object.defineProperty(catalog, "tools", {
    get: () => {
      throw new Error("scanned");
    },
  });
  expect((await nearest("samples.notes.lst", () => true))[0]).toBe("samples.notes.list");
  expect(await nearest("samples.notes.lst", ({ path }) => !path.includes("notes"))).not.toContain(
    "samples.notes.list",
  );
  expect(await nearest("notes.create", () => true)).toEqual(["samples.notes.create"]);
  // What only shares some letters would mislead.
  expect(await nearest("folder.read_text_file", () => true)).toEqual([]);
  expect(await nearest("zzz.qqq", () => true)).toEqual([]);
  expect(await nearest("...", () => true)).toEqual([]);
  // A user who asks much takes no suggestions from others.
  const flood = Array.from({ length: 30 }, () => nearest("notes.create", () => true, "busy"));
  expect(await nearest("notes.create", () => true, "other")).toEqual(["samples.notes.create"]);
  expect((await Promise.all(flood)).filter((paths) => paths.length > 0)).toHaveLength(20);
  index.close();
});

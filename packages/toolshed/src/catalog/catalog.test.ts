import { expect, test } from "vitest";
import type { Source, SourceTool } from "../source/source.ts";
import { createCatalog } from "./catalog.ts";

const tool = (path: string): SourceTool => ({
  path,
  name: path,
  description: "",
  inputSchema: {},
  destructive: false,
  readOnly: true,
  parse: async (input) => ({ input }),
  run: async () => undefined,
});
const source = (id: string, ...paths: string[]): Source => ({ id, tools: paths.map(tool) });

test("tools of all sources are found by path", () => {
  const catalog = createCatalog([source("a", "a.one"), source("b", "b.two")]);
  expect(catalog.tools.map(({ path }) => path)).toEqual(["a.one", "b.two"]);
  expect(catalog.find("b.two")?.name).toBe("b.two");
  expect(catalog.find("constructor")).toBeUndefined();
});

test.each(["a", "A.b", "a..b", "a.b.", "1.b", "a.b-c", "a.b c"])('"%s" is refused as a path', (path) => {
  expect(() => createCatalog([source("mine", path)])).toThrow(`mine: "${path}" is not a path`);
});

test.each(["search.x", "describe.x", "views.x", "then.x"])("%s is refused as reserved", (path) => {
  expect(() => createCatalog([source("mine", path)])).toThrow("reserved");
});

test("two sources with one path are refused by both names", () => {
  expect(() => createCatalog([source("first", "a.b"), source("second", "a.b")])).toThrow(
    'second and first both have a tool at "a.b"',
  );
});

test("a source can be replaced and removed while others stay", () => {
  const catalog = createCatalog([source("a", "a.one"), source("b", "b.two")]);
  const changes: string[] = [];
  const stop = catalog.subscribe((id) => changes.push(id));
  catalog.set(source("a", "a.three", "a.four"));
  catalog.remove("b");
  stop();
  catalog.remove("a");
  expect(changes).toEqual(["a", "b"]);
  expect(catalog.tools).toEqual([]);
});

test("a source that cannot be set leaves the one before in place", () => {
  const catalog = createCatalog([source("a", "a.one"), source("b", "b.two")]);
  expect(() => catalog.set(source("a", "a.new", "b.two"))).toThrow("both have a tool");
  expect(catalog.tools.map(({ path }) => path)).toEqual(["a.one", "b.two"]);
});

test("tools of one person come and go without changing those that all share", () => {
  const catalog = createCatalog([source("a", "a.one")]);
  const changes: unknown[] = [];
  catalog.subscribe((id, owner) => changes.push([id, owner?.userId]));
  const { sharedTools } = catalog;
  const board = { ...source("views.board_k7m2q", "views.board_k7m2q.get"), owner: { userId: "ann" } };
  catalog.set(board);
  expect(catalog.find("views.board_k7m2q.get")).toBe(board.tools[0]);
  expect(catalog.tools).toHaveLength(2);
  expect(catalog.toolsOwnedBy("ann")).toEqual(board.tools);
  expect(catalog.toolsOwnedBy("bob")).toEqual([]);
  expect(() => catalog.set({ ...board, tools: [tool("views.other_abcde.get")] })).toThrow("reserved");
  catalog.remove(board.id);
  // The same array: naming a hundred thousand tools again would take long.
  expect(catalog.sharedTools).toBe(sharedTools);
  catalog.set(source("a", "a.two"));
  expect(catalog.sharedTools.map(({ path }) => path)).toEqual(["a.two"]);
  expect(changes).toEqual([
    [board.id, "ann"],
    [board.id, "ann"],
    ["a", undefined],
  ]);
});

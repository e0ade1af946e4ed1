import { describe, expect, test } from "vitest";
import type { SourceTool } from "../source/source.ts";
import { namedTools } from "./named-tools.ts";
import { nearestPaths } from "./nearest-paths.ts";

const visible = ["a.notes.list", "a.notes.create", "b.files.read"].map((path) => ({ path }) as SourceTool);
const named = (script: string) => {
  const { tools, isOpen } = namedTools(script, visible);
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

test("a path that is not there suggests those that look like it", () => {
  const paths = visible.map(({ path }) => path);
  expect(nearestPaths("a.note.list", paths)[0]).toBe("a.notes.list");
  expect(nearestPaths("zzz.qqq", paths)).toEqual([]);
});

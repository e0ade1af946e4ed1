import { expect, test } from "vitest";
import { toRows, toTree } from "./tree-rows.ts";

const counted = [
  { path: "samples.notes", count: 2 },
  { path: "git", count: 1 },
  { path: "git.repos.issues", count: 3 },
  { path: "git.users", count: 1 },
];

test("makes a tree of the groups, and one group of those that have nothing but each other", () => {
  const leaf = (path: string, label: string, count: number) => ({
    ...{ path, label, toolCount: count, total: count, groups: [] },
  });
  expect(toTree(counted)).toEqual([
    {
      ...{ path: "git", label: "git", toolCount: 1, total: 5 },
      groups: [leaf("git.repos.issues", "repos / issues", 3), leaf("git.users", "users", 1)],
    },
    {
      ...{ path: "samples", label: "samples", toolCount: 0, total: 2 },
      groups: [leaf("samples.notes", "notes", 2)],
    },
  ]);
});

test("gives each row its place: groups first, then tools, and nothing of what is closed", () => {
  const rows = toRows(toTree(counted), ({ path }) => path.startsWith("git") && path !== "git.users");
  expect(
    rows.map(({ key, level, position, siblings, parent }) => [key, level, position, siblings, parent]),
  ).toEqual([
    ["git", 1, 1, 2, undefined],
    ["git.repos.issues", 2, 1, 3, 0],
    ["git.repos.issues#0", 3, 1, 3, 1],
    ["git.repos.issues#1", 3, 2, 3, 1],
    ["git.repos.issues#2", 3, 3, 3, 1],
    ["git.users", 2, 2, 3, 0],
    ["git#0", 2, 3, 3, 0],
    ["samples", 1, 2, 2, undefined],
  ]);
  let top = 0;
  for (const row of rows) {
    expect(row.top).toBe(top);
    top += row.height;
  }
});

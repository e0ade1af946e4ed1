import { expect, test } from "vitest";
import { toToolPaths } from "./tool-paths.ts";

const paths = (...names: string[]) => Object.fromEntries(toToolPaths("src", names));

test("names become readable paths", () => {
  expect(paths("read_file", "get-sum", "browser/openTab", "Notes.List", "2fa", "日本", "__proto__")).toEqual({
    read_file: "src.read_file",
    "get-sum": "src.get_sum",
    "browser/openTab": "src.browser.open_tab",
    "Notes.List": "src.notes.list",
    "2fa": "src.n2fa",
    日本: "src.tool",
    ["__proto__"]: "src.proto",
  });
});

test("each has its own, the same whatever the order, and a name that is a path keeps it", () => {
  const forward = paths("get-sum", "get_sum", "GetSum");
  expect(forward.get_sum).toBe("src.get_sum");
  expect(new Set(Object.values(forward)).size).toBe(3);
  expect(paths("GetSum", "get_sum", "get-sum")).toEqual(forward);
  for (const path of Object.values(paths("x".repeat(500), "a", "é", "ü"))) {
    expect(path).toMatch(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/);
    expect(path.length).toBeLessThanOrEqual(200);
  }
});

import { expect, test } from "vitest";
import { judgeSpace } from "./machine.ts";

const megabyte = 1024 ** 2;

test.each([
  [50 * 1024 * megabyte, "ok", "50.0 GB free for /home/ann/.toolshed."],
  [700 * megabyte, "warning", "0.7 GB free for /home/ann/.toolshed."],
  [20 * megabyte, "problem", "Only 20 MB are free for /home/ann/.toolshed."],
])("judges %d free bytes", (freeBytes, level, message) => {
  const finding = judgeSpace(freeBytes, "/home/ann/.toolshed");
  expect(finding).toMatchObject({ level, message });
  if (level !== "ok") expect(finding.fix).toContain("TOOLSHED_HOME");
});

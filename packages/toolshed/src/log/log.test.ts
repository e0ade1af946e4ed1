import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog((line) => lines.push(line)));
  return lines;
}

test("one event is one line, whatever a caller put into it", () => {
  const [line, ...more] = logged((log) =>
    log.named("samples.notes").info("first\nfake info second\u001b[2J"),
  );
  expect(more).toEqual([]);
  expect(line).toMatch(/^\d{4}-\S+Z info samples\.notes: first fake info second \[2J$/);
});

test("tokens are cut out and lines are bounded", () => {
  const token = "tsk_0123456789abcdef";
  expect(logged((log) => log.warn(`at /api/mcp/${token}`))[0]).not.toContain("0123456789");
  expect(logged((log) => log.error("x".repeat(100_000)))[0]?.length).toBeLessThan(2_100);
});

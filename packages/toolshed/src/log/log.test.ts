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

test("as JSON, an event has its fields beside the message, bounded and freed of tokens as well", () => {
  const lines: string[] = [];
  createLog((line) => lines.push(line), { format: "json" })
    .named("samples")
    .info("called\nagain", { path: "tsk_0123456789abcdef\u0007", durationMs: 3 });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    time: expect.stringMatching(/Z$/),
    level: "info",
    name: "samples",
    message: "called again",
    path: "tsk_… ",
    durationMs: 3,
  });
});

test("what is less important than the level is left out", () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line), { level: "warn" });
  log.debug("one");
  log.info("two");
  log.warn("three");
  log.named("x").error("four");
  expect(lines.map((line) => line.split(" ").slice(1).join(" "))).toEqual(["warn three", "error x: four"]);
});

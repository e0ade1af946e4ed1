import { expect, test } from "vitest";
import type { ListedSource } from "../../catalog/sources.ts";
import { describeSource } from "./describe-source.ts";

const source: ListedSource = {
  id: "files",
  kind: "mcp",
  trust: "ask",
  providers: [],
  toolCount: 2,
  unknown: false,
  createdBy: "u",
  createdAt: 0,
  lastReason: null,
  lastReasonAt: null,
  target: "node server.js",
  state: "running",
  reason: null,
  restarts: 0,
  stderr: ["no licence found"],
  changes: [],
  flags: [],
};

test("a server that runs is one line, and where it is", () => {
  expect(describeSource(source)).toBe("files: 2 tools, running\n  node server.js");
});

test("a server that is started again tells when and why, with its last words", () => {
  const reason = "ended with exit code 3";
  expect(describeSource({ ...source, state: "restarting", restartInMs: 3_200, reason, restarts: 2 })).toBe(
    "files: 2 tools, restarting in 4 s: files ended with exit code 3, started again 2 times\n  node server.js\n  | no licence found",
  );
});

test("why its connection last ended is told while it runs again, and one is not many", () => {
  const ended = { lastReason: "was cut off: it sent too much", lastReasonAt: 0, restarts: 1, toolCount: 1 };
  expect(describeSource({ ...source, ...ended })).toBe(
    "files: 1 tool, running, started again 1 time\n  node server.js\n" +
      "  last ended 1970-01-01T00:00:00.000Z: files was cut off: it sent too much",
  );
});

test("a changed View is told from a changed tool", () => {
  const changes = [
    { name: "show", kind: "changed", waiting: false, details: [] },
    { name: "show", view: true, kind: "changed", waiting: true, details: [] },
  ] as const;
  expect(describeSource({ ...source, changes })).toBe(
    "files: 2 tools, running\n  node server.js\n  changed: show\n  changed: the View of show, waits for approval\n" +
      "  Approve what waits with: toolshed sources approve files",
  );
});

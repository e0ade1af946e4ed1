import { expect, test } from "vitest";
import { changedTools, summarizeChanges } from "./source-states.ts";

const change = (name: string, more: object = {}) => ({
  ...{ name, kind: "changed" as const, waiting: false, details: [] },
  ...more,
});

test("counts each changed tool until it is decided, and those that are held back", () => {
  const changes = [
    change("write", { waiting: true }),
    change("write", { waiting: true, view: true }),
    change("show", { waiting: true, view: true }),
    change("read"),
    change("send", { rejected: true }),
  ];
  expect(changedTools({ changes })).toEqual({
    changed: ["write", "show", "read"],
    heldBack: ["write", "show"],
  });
});

test.each([
  [4, 2, "4 tools changed since an admin last looked; 2 are held back until you decide."],
  [1, 1, "1 tool changed since an admin last looked; 1 is held back until you decide."],
  [2, 0, "2 tools changed since an admin last looked."],
  [0, 0, "Everything is decided."],
])("says that %i changed and %i are held back", (changed, heldBack, sentence) => {
  expect(summarizeChanges(changed, heldBack)).toBe(sentence);
});

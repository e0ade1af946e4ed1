import { expect, test } from "vitest";
import { createWorkTurns } from "./work-turns.ts";

/** Turns that come when the test says so. */
function openTurns() {
  const due: (() => void)[] = [];
  const begun: string[] = [];
  const turns = createWorkTurns((action) => due.push(action));
  return {
    begun,
    enter: (userId: string, count: number, bytes = 0) => {
      for (let call = 0; call < count; call += 1) turns.enter(userId, bytes, () => begun.push(userId));
    },
    nextTurn() {
      begun.length = 0;
      due.shift()?.();
      return [...begun];
    },
  };
}

test("a few calls begin immediately", () => {
  const { enter, begun } = openTurns();
  enter("a", 3);
  expect(begun).toEqual(["a", "a", "a"]);
});

test("of many calls only a few begin in each turn, and all begin in the end", () => {
  const { enter, begun, nextTurn } = openTurns();
  enter("a", 40);
  expect(begun).toHaveLength(16);
  expect(nextTurn()).toHaveLength(16);
  expect(nextTurn()).toHaveLength(8);
  enter("a", 1);
  expect(begun).toHaveLength(9);
});

test("a call with large arguments has a turn to itself, and leaves several to others", () => {
  const { enter, begun, nextTurn } = openTurns();
  enter("a", 3, 7.75 * 32 * 1024);
  expect(begun).toHaveLength(1);
  expect([nextTurn(), nextTurn(), nextTurn(), nextTurn()].map(({ length }) => length)).toEqual([0, 1, 0, 1]);
});

test("one user's many calls do not hold up another's", () => {
  const { enter, nextTurn } = openTurns();
  enter("a", 100);
  enter("b", 1);
  expect(nextTurn().slice(0, 4)).toEqual(["a", "b", "a", "a"]);
});

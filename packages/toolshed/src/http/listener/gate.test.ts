import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

/** A gate with a clock and an event loop that the test drives. */
function setUp(options = {}) {
  let time = 0;
  let turns: (() => void)[] = [];
  const gate = createGate({
    now: () => time,
    nextTurn: (action) => turns.push(action),
    ...options,
  });
  return {
    gate,
    /** Ends the turn of the event loop, which has taken so long. */
    async endTurn(tookMs: number) {
      time += tookMs;
      const due = turns;
      turns = [];
      for (const action of due) action();
      await Promise.resolve();
    },
  };
}

/** Makes requests begin slowly, one in each turn. */
async function slowDown({ gate, endTurn }: ReturnType<typeof setUp>): Promise<void> {
  for (let count = 0; count < 10; count += 1) {
    gate.turn("warm-up");
    await endTurn(50);
  }
}

test("lets requests begin at once while the event loop keeps up", () => {
  const { gate } = setUp();
  for (let count = 0; count < 50; count += 1) expect(gate.turn("a")).toBeUndefined();
  expect(gate.isFull("a")).toBe(false);
});

test("serves those who wait in turn, however many one of them has", async () => {
  const scene = setUp();
  await slowDown(scene);
  const begun: string[] = [];
  scene.gate.turn("first");
  for (const key of ["a", "a", "a", "a", "b"]) void scene.gate.turn(key)?.then(() => begun.push(key));
  for (let count = 0; count < 3; count += 1) await scene.endTurn(10);
  expect(begun).toEqual(["a", "b", "a"]);
});

test("is full for those who have waited too long, and for nobody else", async () => {
  const scene = setUp({ maxWaitMs: 100 });
  await slowDown(scene);
  const waiting = Array.from({ length: 30 }, () => scene.gate.turn("greedy"));
  expect(scene.gate.isFull("greedy")).toBe(false);
  for (let count = 0; count < 11; count += 1) await scene.endTurn(10);
  expect(scene.gate.isFull("greedy")).toBe(true);
  expect(scene.gate.isFull("quiet")).toBe(false);
  expect(scene.gate.waitedMs()).toBe(110);

  let quiet = "waits";
  void scene.gate.turn("quiet")?.then(() => {
    quiet = "begun";
  });
  await scene.endTurn(10);
  await scene.endTurn(10);
  expect(quiet).toBe("begun");
  expect(waiting).toHaveLength(30);
});

test("refuses what has waited far too long by the time it could begin", async () => {
  const scene = setUp({ maxWaitMs: 100 });
  await slowDown(scene);
  scene.gate.turn("a");
  const late = scene.gate.turn("a");
  await scene.endTurn(500);
  expect(await late).toBe(false);
});

test("bounds how many wait", async () => {
  const scene = setUp({ maxPerKey: 3, maxWaiting: 5 });
  await slowDown(scene);
  scene.gate.turn("a");
  for (let count = 0; count < 3; count += 1) void scene.gate.turn("a");
  expect(scene.gate.isFull("a")).toBe(true);
  expect(scene.gate.isFull("b")).toBe(false);
  for (let count = 0; count < 2; count += 1) void scene.gate.turn("b");
  expect(scene.gate.isFull("c")).toBe(true);
});

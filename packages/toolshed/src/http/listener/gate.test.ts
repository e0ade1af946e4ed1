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
    gate.turn("warm-up")?.catch(() => {});
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
  scene.gate.turn("first")?.catch(() => {});
  for (const key of ["a", "a", "a", "a", "b"]) {
    scene.gate.turn(key)?.then(
      () => begun.push(key),
      () => {},
    );
  }
  for (let count = 0; count < 3; count += 1) await scene.endTurn(10);
  expect(begun).toEqual(["a", "b", "a"]);
});

test("is full for those who have waited too long, and for nobody else", async () => {
  const scene = setUp({ burst: 4, maxWaitMs: 100 });
  await slowDown(scene);
  const waiting = Array.from({ length: 30 }, () => scene.gate.turn("greedy"));
  expect(scene.gate.isFull("greedy")).toBe(false);
  for (let count = 0; count < 11; count += 1) await scene.endTurn(10);
  expect(scene.gate.isFull("greedy")).toBe(true);
  expect(scene.gate.isFull("quiet")).toBe(false);
  expect(scene.gate.waitedMs()).toBe(110);

  let quiet = "waits";
  scene.gate.turn("quiet")?.then(
    () => {
      quiet = "begun";
    },
    () => {},
  );
  await scene.endTurn(10);
  await scene.endTurn(10);
  expect(quiet).toBe("begun");
  expect(waiting).toHaveLength(30);
});

test("takes a burst of requests, however slow it is at that moment", async () => {
  const scene = setUp({ burst: 64 });
  await slowDown(scene);
  for (let count = 0; count < 60; count += 1) {
    expect(scene.gate.isFull("a")).toBe(false);
    scene.gate.turn("a")?.catch(() => {});
    await scene.endTurn(count === 0 ? 10_000 : 0);
  }
});

test("bounds how many wait", async () => {
  const scene = setUp({ maxPerKey: 3, maxWaiting: 5 });
  await slowDown(scene);
  scene.gate.turn("a")?.catch(() => {});
  for (let count = 0; count < 3; count += 1) scene.gate.turn("a")?.catch(() => {});
  expect(scene.gate.isFull("a")).toBe(true);
  expect(scene.gate.isFull("b")).toBe(false);
  for (let count = 0; count < 2; count += 1) scene.gate.turn("b")?.catch(() => {});
  expect(scene.gate.isFull("c")).toBe(true);
});

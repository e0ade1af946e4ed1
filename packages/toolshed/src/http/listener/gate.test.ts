import { expect, test } from "vitest";
import { createGate, type Gate, type GateOptions } from "./gate.ts";

/** A gate with a clock and an event loop that the test drives. */
function setUp(options: Partial<GateOptions> = {}) {
  let time = 0;
  let turns: (() => void)[] = [];
  let probe: (() => void) | undefined;
  const gate = createGate({
    now: () => time,
    nextTurn: (action) => turns.push(action),
    every(_ms, action) {
      probe = action;
      return () => {
        probe = undefined;
      };
    },
    ...options,
  });
  return {
    gate,
    isProbing: () => probe !== undefined,
    /** Ends the turn of the event loop, which has taken so long. */
    async endTurn(tookMs: number) {
      time += tookMs;
      probe?.();
      const due = turns;
      turns = [];
      for (const action of due) action();
      await Promise.resolve();
    },
  };
}

const person = (key: string) => ({ key, isStranger: false });

type Scene = ReturnType<typeof setUp>;

/** Asks for a turn and tells when it has come. */
function ask(gate: Gate, key: string, onBegun: () => void = () => {}, isStranger = false): void {
  const turn = gate.turn({ key, isStranger });
  if (turn) turn.then(onBegun, () => {});
  else onBegun();
}

/** Makes the event loop late, so that requests begin one in each turn. */
async function slowDown({ gate, endTurn }: Scene): Promise<void> {
  for (let count = 0; count < 10; count += 1) {
    ask(gate, "warm-up");
    await endTurn(50);
  }
}

test("lets requests begin immediately while the event loop keeps up", async () => {
  const { gate, endTurn } = setUp();
  for (let count = 0; count < 500; count += 1) {
    expect(gate.turn(person("a"))).toBeUndefined();
    if (count % 20 === 0) await endTurn(20);
  }
  expect(gate.isFull(person("a"))).toBe(false);
});

test("serves those who wait in turn, however many one of them has", async () => {
  const scene = setUp();
  await slowDown(scene);
  const begun: string[] = [];
  for (const key of ["a", "a", "a", "a", "b"]) ask(scene.gate, key, () => begun.push(key));
  for (let count = 0; count < 3; count += 1) await scene.endTurn(20);
  expect(begun).toEqual(["a", "b", "a"]);
});

test("is full for those who would wait too long, and for nobody else", async () => {
  const scene = setUp({ burst: 4, maxWaitMs: 100 });
  await slowDown(scene);
  for (let count = 0; count < 4; count += 1) {
    expect(scene.gate.isFull(person("greedy"))).toBe(false);
    ask(scene.gate, "greedy");
  }
  expect(scene.gate.isFull(person("greedy"))).toBe(true);
  expect(scene.gate.isFull(person("quiet"))).toBe(false);

  let isBegun = false;
  ask(scene.gate, "quiet", () => {
    isBegun = true;
  });
  await scene.endTurn(20);
  await scene.endTurn(20);
  expect(isBegun).toBe(true);
});

test("takes a burst of requests, however slow it is at that moment", async () => {
  const scene = setUp({ burst: 64 });
  await slowDown(scene);
  for (let count = 0; count < 60; count += 1) {
    expect(scene.gate.isFull(person("a"))).toBe(false);
    ask(scene.gate, "a");
    if (count === 0) await scene.endTurn(10_000);
  }
});

test("lets waiting connections be accepted before it begins more, for a bounded number of turns", async () => {
  const scene = setUp();
  await slowDown(scene);
  let begun = 0;
  for (let count = 0; count < 3; count += 1) ask(scene.gate, "a", () => begun++);
  const before = begun;
  for (let count = 0; count < 32; count += 1) {
    scene.gate.noteConnection();
    await scene.endTurn(1);
    expect(begun).toBe(before);
  }
  scene.gate.noteConnection();
  await scene.endTurn(1);
  expect(begun).toBeGreaterThan(before);
});

test("bounds how many wait", async () => {
  const scene = setUp({ maxPerKey: 3, maxPeople: 5 });
  await slowDown(scene);
  for (let count = 0; count < 4; count += 1) ask(scene.gate, "a");
  expect(scene.gate.isFull(person("a"))).toBe(true);
  expect(scene.gate.isFull(person("b"))).toBe(false);
  for (let count = 0; count < 2; count += 1) ask(scene.gate, "b");
  expect(scene.gate.isFull(person("c"))).toBe(true);
});

test("lets requests begin immediately again when the event loop has kept up for a while", async () => {
  const scene = setUp();
  await slowDown(scene);
  for (let count = 0; count < 60; count += 1) await scene.endTurn(20);
  for (let count = 0; count < 100; count += 1) expect(scene.gate.turn(person("a"))).toBeUndefined();
});

test("does not look at the event loop while no request comes", async () => {
  const scene = setUp();
  ask(scene.gate, "a");
  expect(scene.isProbing()).toBe(true);
  for (let count = 0; count < 60; count += 1) await scene.endTurn(20);
  expect(scene.isProbing()).toBe(false);
});

test("strangers from many addresses have the share of one person, and a bound of their own", async () => {
  const scene = setUp({ maxStrangers: 50 });
  await slowDown(scene);
  const begun: string[] = [];
  for (let address = 0; address < 50; address += 1)
    ask(scene.gate, `address ${address}`, () => begun.push("stranger"), true);
  for (const key of ["a", "b"])
    for (let count = 0; count < 2; count += 1) ask(scene.gate, key, () => begun.push(key));
  expect(scene.gate.isFull({ key: "another address", isStranger: true })).toBe(true);
  expect(scene.gate.isFull(person("a"))).toBe(false);
  for (let count = 0; count < 7; count += 1) await scene.endTurn(20);
  expect(
    begun
      .slice(0, 7)
      .filter((key) => key !== "stranger")
      .sort(),
  ).toEqual(["a", "a", "b", "b"]);
});

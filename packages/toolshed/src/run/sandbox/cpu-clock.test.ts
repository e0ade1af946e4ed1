import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CpuClock, graceMs } from "./cpu-clock.ts";

let cpuMs = 0;
let reads = 0;
beforeEach(() => {
  vi.useFakeTimers();
  cpuMs = 0;
  reads = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass during which the thread gets this share of a CPU. */
function pass(ms: number, share = 1): void {
  vi.advanceTimersByTime(ms);
  cpuMs += ms * share;
}

function createClock(limitMs: number) {
  const onHungry = vi.fn();
  const readCpu = () => {
    reads += 1;
    return cpuMs;
  };
  return { clock: new CpuClock(limitMs, readCpu, onHungry), onHungry };
}

/** Asks after every millisecond whether the time is up. */
function compute(clock: CpuClock, ms: number, share = 1): boolean {
  for (let passed = 0; passed < ms; passed += 1) {
    pass(1, share);
    if (clock.isTimeUp()) return true;
  }
  return false;
}

test("counts the turns of a script together, and nothing between them", () => {
  const { clock } = createClock(100);
  for (let turn = 0; turn < 4; turn += 1) {
    expect(clock.run(() => compute(clock, 20))).toBe(false);
    pass(1_000);
  }
  expect(clock.run(() => compute(clock, 30))).toBe(true);
  expect(clock).toMatchObject({ isInterrupted: true, isGraceOver: false });
});

test("doesn't count the time that a thread waits for a CPU", () => {
  const { clock, onHungry } = createClock(1_000);
  expect(clock.run(() => compute(clock, 9_000, 0.1))).toBe(false);
  expect(onHungry).toHaveBeenCalledOnce();
  expect(clock.run(() => compute(clock, 2_000, 0.1))).toBe(true);
});

test("is hungry once a script has computed for longer than most, not before", () => {
  const { clock, onHungry } = createClock(1_000);
  clock.run(() => compute(clock, 2_900, 0.1));
  expect(onHungry).not.toHaveBeenCalled();
  clock.run(() => compute(clock, 200, 0.1));
  expect(clock.isHungry).toBe(true);
});

test("grants the grace in CPU time too", () => {
  const { clock } = createClock(100);
  clock.grantGrace();
  expect(compute(clock, graceMs * 9, 0.1)).toBe(false);
  expect(compute(clock, graceMs * 2, 0.1)).toBe(true);
  expect(clock).toMatchObject({ isInterrupted: true, isGraceOver: true });
});

test("reads the CPU time only when the script can have used it up", () => {
  const { clock } = createClock(1_000);
  clock.run(() => compute(clock, 250));
  // At the start, at the first question and at the end.
  expect(reads).toBe(3);
});

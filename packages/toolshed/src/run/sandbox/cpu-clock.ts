import type { CpuReader } from "../../jobs/cpu-time.ts";

/** Enough for the host to read what a script left behind when its time was up. */
export const graceMs = 100;
const hungryMs = 300;

/** Limits how long a script computes, all its turns together. QuickJS asks it again and again whether to stop. */
export class CpuClock {
  /** Whether the script was stopped. */
  isInterrupted = false;
  /** Whether it was stopped while the host read what it left behind, and not in its own time. */
  isGraceOver = false;
  /** Whether it has computed for longer than most ever do. */
  isHungry = false;
  readonly #limitMs: number;
  readonly #readCpu: CpuReader;
  readonly #onHungry: () => void;
  /** CPU time of the turns before this one. */
  #usedMs = 0;
  /** CPU time for this turn, or for the grace after it. */
  #budgetMs = 0;
  #startedAt = 0;
  /** When to read the CPU time next. Until then the thread can't have computed too long. */
  #nextLook = 0;
  /** Whether it is the script's own time that runs, and not the grace after it. */
  #isComputing = false;

  constructor(limitMs: number, readCpu: CpuReader, onHungry: () => void) {
    this.#limitMs = limitMs;
    this.#readCpu = readCpu;
    this.#onHungry = onHungry;
  }

  /** Runs something that makes the script compute. */
  run<T>(action: () => T): T {
    this.#begin(this.#limitMs - this.#usedMs);
    this.#isComputing = true;
    try {
      return action();
    } finally {
      this.#isComputing = false;
      this.#usedMs += this.#readCpu() - this.#startedAt;
    }
  }

  /** Gives the host a moment for its own questions to the script's VM. */
  grantGrace(): void {
    this.#isComputing = false;
    this.#begin(graceMs);
  }

  isTimeUp(): boolean {
    const now = performance.now();
    if (now < this.#nextLook) return false;
    const spentMs = this.#readCpu() - this.#startedAt;
    const untilHungryMs = hungryMs - this.#usedMs - spentMs;
    if (this.#isComputing && !this.isHungry && untilHungryMs <= 0) {
      this.isHungry = true;
      this.#onHungry();
    }
    const leftMs = this.#budgetMs - spentMs;
    if (leftMs > 0) {
      this.#nextLook = now + (untilHungryMs > 0 ? Math.min(leftMs, untilHungryMs) : leftMs);
      return false;
    }
    if (!this.isInterrupted) this.isGraceOver = !this.#isComputing;
    this.isInterrupted = true;
    return true;
  }

  #begin(budgetMs: number): void {
    this.#budgetMs = budgetMs;
    this.#startedAt = this.#readCpu();
    this.#nextLook = 0;
  }
}

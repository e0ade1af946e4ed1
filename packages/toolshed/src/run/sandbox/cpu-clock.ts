import { readFileSync } from "node:fs";

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
  readonly #onHungry: () => void;
  readonly #cpuAtStart = threadCpuMs();
  #usedMs = 0;
  #deadline = 0;
  #hungryAt = Number.POSITIVE_INFINITY;
  /** Whether it is the script's own time that runs, and not the grace after it. */
  #isComputing = false;

  constructor(limitMs: number, onHungry: () => void) {
    this.#limitMs = limitMs;
    this.#onHungry = onHungry;
  }

  /** Runs something that makes the script compute. */
  run<T>(action: () => T): T {
    const started = performance.now();
    this.#deadline = started + this.#limitMs - this.#usedMs;
    this.#hungryAt = started + hungryMs - this.#usedMs;
    this.#isComputing = true;
    try {
      return action();
    } finally {
      this.#isComputing = false;
      this.#usedMs += performance.now() - started;
    }
  }

  /** Gives the host a moment for its own questions to the script's VM. */
  grantGrace(): void {
    this.#isComputing = false;
    this.#deadline = performance.now() + graceMs;
  }

  isTimeUp(): boolean {
    const now = performance.now();
    if (!this.isHungry && now > this.#hungryAt) {
      this.isHungry = true;
      this.#onHungry();
    }
    if (now <= this.#deadline) return false;
    // On a busy machine much of the time that has passed was spent waiting for a CPU.
    const leftMs = this.#limitMs - (threadCpuMs() - this.#cpuAtStart);
    if (this.#isComputing && leftMs > 0) {
      this.#deadline = now + leftMs;
      return false;
    }
    if (!this.isInterrupted) this.isGraceOver = !this.#isComputing;
    this.isInterrupted = true;
    return true;
  }
}

/**
 * How long this thread has computed, in milliseconds. Only Linux tells; elsewhere it is the time that has passed, which
 * also counts what the thread waited for others.
 */
function threadCpuMs(): number {
  if (process.platform !== "linux") return performance.now();
  try {
    // Nanoseconds on a CPU, nanoseconds waiting for one, and how often.
    return Number.parseInt(readFileSync("/proc/thread-self/schedstat", "latin1"), 10) / 1e6;
  } catch {
    return performance.now();
  }
}

import { readFileSync } from "node:fs";

/**
 * How long this thread has computed, in milliseconds. Only Linux tells; elsewhere it is the time that has passed, which
 * also counts what the thread waited for others.
 */
export function threadCpuMs(): number {
  if (process.platform !== "linux") return performance.now();
  try {
    // Nanoseconds on a CPU, nanoseconds waiting for one, and how often.
    return Number.parseInt(readFileSync("/proc/thread-self/schedstat", "latin1"), 10) / 1e6;
  } catch {
    return performance.now();
  }
}

import { closeSync, openSync, readFileSync, readlinkSync, readSync } from "node:fs";

/** Returns how long something has computed, in milliseconds. Only differences between two readings have a meaning. */
export type CpuReader = () => number;

const reportsCpu = process.platform === "linux";
/** Linux reports the times of processes in ticks of this length. */
const tickMs = 10;
const minWaitMs = 20;

/** Returns the id under which Linux reports this thread's CPU time, or 0 on other systems. */
export function threadId(): number {
  try {
    return reportsCpu ? Number(readlinkSync("/proc/thread-self").split("/").at(-1)) : 0;
  } catch {
    return 0;
  }
}

/** Reads the CPU time of the current thread. */
export function ownCpuReader(): CpuReader {
  const { read } = openThreadCpu("thread-self");
  return () => {
    // Makes Linux add the time since the last tick, which it otherwise leaves out.
    process.cpuUsage();
    return read();
  };
}

/** Reads the CPU time of a thread of this process. The file stays open, because every turn of a script is measured. */
export function openThreadCpu(thread: "thread-self" | `self/task/${number}`): {
  readonly read: CpuReader;
  close(): void;
} {
  const file = reportsCpu ? attempt(() => openSync(`/proc/${thread}/schedstat`, "r")) : undefined;
  if (file === undefined) return { read: () => performance.now(), close() {} };
  const buffer = Buffer.alloc(64);
  const read = orTime(() => {
    const length = readSync(file, buffer, 0, buffer.length, 0);
    // Nanoseconds on a CPU, nanoseconds waiting for one, and how often.
    return Number.parseInt(buffer.toString("latin1", 0, length), 10) / 1e6;
  });
  return { read, close: () => closeSync(file) };
}

/** Reads the CPU time of a process and of the programs it has started. */
export const processCpuReader = (pid: number): CpuReader =>
  orTime(() => [pid, ...childrenOf(pid)].map(readProcessMs).reduce((sum, ms) => sum + ms));

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);

/**
 * Calls `onEnd` once something has computed for `limitMs`, and returns a function that stops watching. Time spent waiting
 * for a CPU or for anything else doesn't count, so this needs a time limit beside it.
 */
export function limitCpu(limitMs: number, read: CpuReader, onEnd: () => void): () => void {
  const startedAt = read();
  const look = () => {
    const leftMs = limitMs - (read() - startedAt);
    if (leftMs > 0) timer = setTimeout(look, Math.max(leftMs, minWaitMs));
    else onEnd();
  };
  let timer = setTimeout(look, limitMs);
  return () => clearTimeout(timer);
}

function readProcessMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The program's name, in parentheses, can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // In user mode and in the kernel, then the same of children that have ended.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * tickMs;
}

/** Falls back to the time that has passed if the system doesn't report CPU times. */
function orTime(readCpu: () => number): CpuReader {
  let last = reportsCpu ? attempt(readCpu) : undefined;
  if (!last) return () => performance.now();
  return () => {
    last = attempt(readCpu) ?? last;
    return last as number;
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

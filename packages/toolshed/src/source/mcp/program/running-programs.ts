import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { PrivateFile } from "../../../home/private-file.ts";
import type { Log } from "../../../log/log.ts";
import { killGroup } from "../../../work/kill-group.ts";

export type RunningPrograms = ReturnType<typeof createRunningPrograms>;

/** A process is known by its number together with its start: numbers are reused, 0 and 1 stand for all processes. */
const entries = z.array(z.object({ pid: z.int().min(2), start: z.string().min(1) })).max(10_000);

/**
 * The programs that run, written down in the home: some keep running when their gateway is killed, and the next one on the same
 * home ends them. Each leads a process group. Nobody else may use the home.
 */
export function createRunningPrograms(file: PrivateFile, log: Log) {
  const running = new Map<number, string>();

  function write(): void {
    try {
      if (running.size === 0) file.remove();
      else file.write(JSON.stringify([...running].map(([pid, start]) => ({ pid, start }))));
    } catch (error) {
      log.warn(`the list of running programs could not be written: ${(error as Error).message}`);
    }
  }

  const left = readEntries(file).filter(({ pid, start }) => processStart(pid) === start);
  for (const { pid } of left) killGroup(pid, "SIGKILL");
  if (left.length > 0) log.warn(`ended programs that a killed gateway had left: ${left.length}`);
  write();

  return {
    /** Call it right after the start: a program that is not written down is not found again. */
    add(pid: number): void {
      const start = processStart(pid);
      if (start === undefined) return;
      running.set(pid, start);
      write();
    },
    remove(pid: number): void {
      if (running.delete(pid)) write();
    },
  };
}

/** A file that cannot be read keeps no gateway from starting. */
function readEntries(file: PrivateFile): z.output<typeof entries> {
  try {
    return entries.parse(JSON.parse(file.read() ?? "[]"));
  } catch {
    return [];
  }
}

const bootFile = "/proc/sys/kernel/random/boot_id";
/** Which of the fields after the name, which may itself hold spaces and brackets, is the time of the start. */
const startField = 19;

/** When a process has started, in words that no other process of the same number has. Nothing if it does not run. */
function processStart(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return linuxStart(pid);
    if (process.platform === "win32") return undefined;
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const args = ["-o", "lstart=", "-p", String(pid)];
    return execFileSync("ps", args, { env, encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Counted since the machine has started, so it tells which start that was. */
function linuxStart(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[startField];
  return ticks && `${readFileSync(bootFile, "utf8").trim()} ${ticks}`;
}

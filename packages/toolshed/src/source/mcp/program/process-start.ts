import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const bootFile = "/proc/sys/kernel/random/boot_id";
/** Which of the fields after the name, which may itself hold spaces and brackets, is the time of the start. */
const startField = 19;

/** When a process has started, in words that no other process of the same number has. Nothing if it does not run. */
export function processStart(pid: number): string | undefined {
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

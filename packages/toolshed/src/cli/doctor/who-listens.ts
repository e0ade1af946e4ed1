import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

/** The program that listens on a port of this machine, such as `nginx, process 312`. Nothing if that can't be told. */
export function whoListens(port: number): string | undefined {
  return attempt(() => (process.platform === "linux" ? findByProc(port) : findByLsof(port)));
}

const listening = "0A";

function findByProc(port: number): string | undefined {
  const sockets = new Set<string>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const line of readFileSync(table, "utf8").split("\n").slice(1)) {
      const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === listening && Number.parseInt(local.split(":")[1] ?? "", 16) === port)
        sockets.add(`socket:[${inode}]`);
    }
  }
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const pid = pids.find((candidate) => filesOf(candidate).some((file) => sockets.has(file)));
  return pid && `${programOf(pid)}, process ${pid}`;
}

/** The name of a process may be that of its first thread, as in Node 24. */
const programOf = (pid: string): string =>
  attempt(() => basename(readlinkSync(`/proc/${pid}/exe`))) ??
  readFileSync(`/proc/${pid}/comm`, "utf8").trim();

function filesOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names.flatMap((name) => attempt(() => readlinkSync(`${folder}/${name}`)) ?? []);
}

/** Returns undefined for files that belong to another user or were closed in the meantime. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function findByLsof(port: number): string | undefined {
  const output = execFileSync("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"], { encoding: "utf8" });
  const [, pid, name] = /^p(\d+)\nc(.*)$/m.exec(output) ?? [];
  return pid && `${name}, process ${pid}`;
}

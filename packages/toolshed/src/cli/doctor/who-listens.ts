import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The program that listens on a port of this machine, such as `nginx, process 312`. Nothing if that can't be told. */
export function whoListens(port: number): string | undefined {
  try {
    return process.platform === "linux" ? findByProc(port) : findByLsof(port);
  } catch {
    return undefined;
  }
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
  return pid && `${readFileSync(`/proc/${pid}/comm`, "utf8").trim()}, process ${pid}`;
}

/** Those of other people's processes can't be seen. */
function filesOf(pid: string): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).map((name) => readlinkSync(`${folder}/${name}`));
  } catch {
    return [];
  }
}

function findByLsof(port: number): string | undefined {
  const output = execFileSync("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"], { encoding: "utf8" });
  const [, pid, name] = /^p(\d+)\nc(.*)$/m.exec(output) ?? [];
  return pid && `${name}, process ${pid}`;
}

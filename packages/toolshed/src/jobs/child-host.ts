import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { killGroup } from "../work/kill-group.ts";
import { type CpuReader, childrenOf, processCpuReader } from "./cpu-time.ts";
import { lowerPriority } from "./inside-thread.ts";
import type { JobKind } from "./job.ts";
import type { Host, HostEvents, WorkerData } from "./pool.ts";

const watchMs = 50;
/** What Node itself takes. */
const processMb = 100;

/** A Node process without environment, in an empty folder, that can read the built files in `root` and write nothing. */
export function startChild(
  { memoryMb, startsPrograms, packageFolders }: JobKind<never, unknown>,
  root: URL,
  data: WorkerData,
  folder: string,
  events: HostEvents,
): Host {
  const own = fileURLToPath(root);
  const packages = packageFolders?.() ?? [];
  const files = [own, join(own, "..", "package.json"), ...packages.map((path) => path + sep)];
  const readable = searchIsRestricted && packages.length > 0 ? withSearchedFolders(files, own) : files;
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${memoryMb}`,
      permissionFlag,
      ...readable.map((path) => `--allow-fs-read=${path}`),
      ...(startsPrograms ? ["--allow-child-process"] : []),
      join(own, "jobs", "worker.js"),
      JSON.stringify(data),
    ],
    {
      cwd: folder,
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
      // A group of its own, so that the programs it started end with it.
      detached: process.platform !== "win32",
      windowsHide: true,
    },
  );
  // From here, so that the threads which Node starts for it stand back as well.
  if (child.pid !== undefined) lowerPriority(data.niceness, child.pid);
  child.unref();
  child.channel?.unref();
  let isEnded = false;
  let isOverMemory = false;
  let readCpu: CpuReader | undefined;
  const watch = setInterval(() => {
    if (usedMb(child.pid) <= memoryMb + processMb) return;
    isOverMemory = true;
    killGroup(child.pid, "SIGKILL");
  }, watchMs).unref();
  const onEnd = (_code: number | null, signal?: string | null) => {
    if (isEnded) return;
    isEnded = true;
    clearInterval(watch);
    killGroup(child.pid, "SIGKILL");
    // V8 aborts a process whose heap is full.
    const isHeapFull = signal === "SIGABRT" || signal === "SIGTRAP";
    events.onEnd(isOverMemory || isHeapFull ? "memory" : "crashed");
  };
  child.on("message", events.onMessage);
  child.on("error", () => onEnd(null));
  child.once("exit", onEnd);
  return {
    readCpu() {
      readCpu ??= processCpuReader(child.pid ?? 0);
      return readCpu();
    },
    // A child that has ended does not take it, and tells so by its exit.
    post: (input) => child.send({ input }, () => {}),
    end: () => killGroup(child.pid, "SIGKILL"),
  };
}

/** The memory of a process and of the programs it has started. Only Linux tells; elsewhere the other limits have to do. */
function usedMb(pid: number | undefined): number {
  if (pid === undefined || process.platform !== "linux") return 0;
  try {
    return [pid, ...childrenOf(pid)].map(residentMb).reduce((sum, mb) => sum + mb);
  } catch {
    return 0;
  }
}

function residentMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return (pages * 4096) / (1024 * 1024);
}

/**
 * Before these versions, Node's own search for a package fails at the first folder of packages that it may not read. The
 * code of installed packages is public, so there it may read all of them.
 */
const searchIsRestricted = isBefore("20.19.5") || (isBefore("22.14.0") && !isBefore("21.0.0"));

function isBefore(version: string): boolean {
  return process.versions.node.localeCompare(version, "en", { numeric: true }) < 0;
}

/** Adds the folders where packages are searched. Those versions fail if one path is part of another, so the larger one stays. */
function withSearchedFolders(files: readonly string[], own: string): string[] {
  const searched: string[] = [];
  for (
    let folder = dirname(own);
    !searched.includes(join(folder, "node_modules"));
    folder = dirname(folder)
  ) {
    searched.push(join(folder, "node_modules"));
  }
  const all = [...searched, ...files];
  const outermost = all.filter((path) => !searched.some((other) => path !== other && path.startsWith(other)));
  return outermost.map((path) => (searched.includes(path) ? `${path}*` : path));
}

/** Node 20 has the model under its first name. It cannot deny the network before Node 25. */
const permissionFlag = process.allowedNodeEnvironmentFlags.has("--permission")
  ? "--permission"
  : "--experimental-permission";

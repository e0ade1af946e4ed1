import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { killGroup } from "./kill-group.ts";
import { createLineReader } from "./line-reader.ts";
import type { RunningPrograms } from "./running-programs.ts";

/**
 * Speaks with a program over its standard streams. The program leads a process group of its own, which ends with it:
 * whatever it has started goes too, also if it ignores every request to end.
 */
export interface StdioTransport extends Transport {
  readonly pid: number | undefined;
  /** What is written there goes to `onStderr`. */
  readonly stderr: null;
  /** Why it has closed by itself, in words that continue "the program …". */
  readonly reason: string | undefined;
  /** Ends the program at once, and says why. */
  fail(reason: string): void;
}

export interface StdioOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  readonly programs: RunningPrograms;
  onStderr(chunk: Buffer): void;
}

const maxLineBytes = 16 * 1024 * 1024;
const maxUnreadBytes = 32 * 1024 * 1024;
const endMs = 1_000;
const termMs = 2_000;
const lastWordsMs = 200;

/** Those that run, so that none outlives this process. */
const running = new Set<number>();
process.once("exit", () => {
  for (const pid of running) killGroup(pid, "SIGKILL");
});

export function createStdioTransport(options: StdioOptions): StdioTransport {
  let child: ChildProcess | undefined;
  let reason: string | undefined;
  let ended: Promise<void> | undefined;
  let stopping = false;

  function fail(why: string): void {
    reason ??= why;
    if (child?.pid !== undefined) killGroup(child.pid, "SIGKILL");
  }

  async function watch(started: ChildProcess, pid: number): Promise<void> {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      started.once("exit", (code, signal) => resolve([code, signal]));
      started.on("error", (error) => transport.onerror?.(error));
    });
    if (!stopping) reason ??= signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    // What it has still to say may be in the pipe; what it has started may hold that pipe open for ever.
    await Promise.race([once(started, "close"), sleep(lastWordsMs)]);
    killGroup(pid, "SIGKILL");
    running.delete(pid);
    options.programs.remove(pid);
    for (const stream of [started.stdin, started.stdout, started.stderr]) stream?.destroy();
    transport.onclose?.();
  }

  function read(started: ChildProcess): void {
    const toLines = createLineReader(maxLineBytes);
    started.stdout?.on("data", (chunk: Buffer) => {
      const lines = toLines(chunk);
      if (!lines) return fail(`sent over ${maxLineBytes / 1024 / 1024} MB without a line break`);
      for (const line of lines) {
        const message = toMessage(line);
        if (message) transport.onmessage?.(message);
        else if (line.trim()) options.onStderr(Buffer.from(`not a message: ${line.slice(0, 200)}\n`));
      }
    });
    started.stderr?.on("data", options.onStderr);
    for (const stream of [started.stdin, started.stdout, started.stderr]) {
      stream?.on("error", (error) => transport.onerror?.(error));
    }
  }

  /** The messages of one turn of the event loop go together: each write holds up the whole process. */
  function write(stdin: Writable, message: JSONRPCMessage): Promise<unknown> | undefined {
    if (stdin.writableCorked === 0) {
      stdin.cork();
      setImmediate(() => stdin.uncork());
    }
    if (stdin.write(`${JSON.stringify(message)}\n`)) return undefined;
    return Promise.race([once(stdin, "drain").catch(() => {}), ended]);
  }

  const transport: StdioTransport = {
    stderr: null,
    get pid() {
      return child?.pid;
    },
    get reason() {
      return reason;
    },
    fail,

    async start() {
      const { command, args, env, cwd } = options;
      const started = spawn(command, args, {
        env,
        ...(cwd !== undefined && { cwd }),
        shell: false,
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: ["pipe", "pipe", "pipe"],
      });
      child = started;
      if (started.pid !== undefined) options.programs.add(started.pid);
      await once(started, "spawn").catch((error: NodeJS.ErrnoException) => {
        reason = error.code === "ENOENT" ? `is not there: ${command}` : `cannot be started: ${error.message}`;
        throw new Error(`The program ${reason}`);
      });
      const pid = started.pid as number;
      running.add(pid);
      ended = watch(started, pid);
      read(started);
      if (stopping) {
        killGroup(pid, "SIGKILL");
        throw new Error("The program was ended while it was being started");
      }
    },

    async send(message) {
      const stdin = child?.stdin;
      if (!stdin?.writable) throw new Error("The program has ended");
      if (stdin.writableLength > maxUnreadBytes) {
        fail("does not read what it is sent");
        throw new Error("The program does not read what it is sent");
      }
      await write(stdin, message);
    },

    async close() {
      stopping = true;
      const pid = child?.pid;
      if (!child || pid === undefined || !ended) return;
      child.stdin?.end();
      const isOver = (ms: number) =>
        Promise.race([ended?.then(() => true), sleep(ms, false, { ref: false })]);
      if (await isOver(endMs)) return;
      killGroup(pid, "SIGTERM");
      if (await isOver(termMs)) return;
      killGroup(pid, "SIGKILL");
      await ended;
    },
  };
  return transport;
}

function toMessage(line: string): JSONRPCMessage | undefined {
  try {
    const message = JSON.parse(line);
    return message?.jsonrpc === "2.0" ? message : undefined;
  } catch {
    return undefined;
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type JSONRPCMessage, ProtocolErrorCode, type Transport } from "@modelcontextprotocol/client";
import { dataBounds, JsonError, parseJson } from "../../json/parse-json.ts";
import { createTimeSlices } from "../time-slices.ts";
import { type FloodGuard, floodReason, stderrReason } from "./flood-guard.ts";
import { killGroup } from "./kill-group.ts";
import { createLineReader } from "./line-reader.ts";
import type { RunningPrograms } from "./running-programs.ts";
import { unreadableAnswer } from "./unreadable-answer.ts";

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
  readonly flood: FloodGuard;
  onStderr(chunk: Buffer): void;
}

const maxLineBytes = 16 * 1024 * 1024;
/** Decoding, parsing and handling such a line each take some milliseconds: others have their turn in between. */
const longLine = 256 * 1024;
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
  /** The requests that were sent and not answered yet. */
  const waiting = new Set<unknown>();

  function fail(why: string): void {
    reason ??= why;
    if (child?.pid !== undefined) killGroup(child.pid, "SIGKILL");
  }

  /** What is still in the pipe is not read. */
  function cutOff(stream: Readable | null, why: string): void {
    stream?.destroy();
    fail(why);
  }

  async function watch(started: ChildProcess, pid: number): Promise<void> {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      started.once("exit", (code, signal) => resolve([code, signal]));
      started.on("error", (error) => transport.onerror?.(error));
    });
    if (!stopping) reason ??= signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    // What it has still to say may be in the pipe; what it has started may hold that pipe open for ever.
    await Promise.race([once(started, "close").catch(() => {}), sleep(lastWordsMs)]);
    killGroup(pid, "SIGKILL");
    running.delete(pid);
    options.programs.remove(pid);
    for (const stream of [started.stdin, started.stdout, started.stderr]) stream?.destroy();
    transport.onclose?.();
  }

  function read(started: ChildProcess): void {
    const toLines = createLineReader(maxLineBytes);
    const { stdout } = started;
    let unread: string[] = [];
    /** Nothing is read meanwhile. */
    const letOthersRun = (next: () => void) => {
      stdout?.pause();
      setImmediate(next);
    };
    const readOn = () => {
      const slices = createTimeSlices();
      for (const [index, line] of unread.entries()) {
        const taken = take(line);
        if (taken === "flood") return cutOff(stdout, floodReason);
        const isLong = line.length > longLine;
        if (!isLong) deliver(taken);
        if (!isLong && (index + 1 === unread.length || !slices.isOver())) continue;
        unread = unread.slice(index + 1);
        letOthersRun(() => {
          if (isLong) deliver(taken);
          readOn();
        });
        return;
      }
      unread = [];
      stdout?.resume();
    };
    stdout?.on("data", (chunk: Buffer) => {
      const lines = toLines(chunk);
      if (!lines) return fail(`sent over ${maxLineBytes / 1024 / 1024} MB without a line break`);
      unread = unread.length === 0 ? lines : unread.concat(lines);
      if (unread !== lines) return;
      if (lines.some(({ length }) => length > longLine)) letOthersRun(readOn);
      else readOn();
    });
    started.stderr?.on("data", (chunk: Buffer) => {
      options.onStderr(chunk);
      if (options.flood.takeStderr(chunk.length)) return;
      cutOff(started.stderr, stderrReason);
    });
    for (const stream of [started.stdin, started.stdout, started.stderr]) {
      stream?.on("error", (error) => transport.onerror?.(error));
    }
  }

  /** The message to deliver, if any: answers to what nobody waits for any more are passed over. */
  function take(line: string): JSONRPCMessage | "flood" | undefined {
    const message = toMessage(line);
    const isAsked = message !== undefined && !("method" in message) && waiting.delete(message.id);
    const isBearable = isAsked || (options.flood.takeMessages(1) && options.flood.takeBytes(line.length));
    if (!message && line.trim()) options.onStderr(Buffer.from(`not a message: ${line.slice(0, 200)}\n`));
    if (!isBearable) return "flood";
    return message && (isAsked || "method" in message) ? message : undefined;
  }

  /** What goes wrong with a message must not end the reading of the others. */
  function deliver(message: JSONRPCMessage | undefined): void {
    if (!message) return;
    try {
      transport.onmessage?.(message);
    } catch (error) {
      transport.onerror?.(error as Error);
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
      if ("method" in message) {
        if ("id" in message) waiting.add(message.id);
        else if (message.method === "notifications/cancelled") waiting.delete(message.params?.requestId);
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
    const message = parseJson(line, dataBounds) as JSONRPCMessage | null;
    return message?.jsonrpc === "2.0" ? message : undefined;
  } catch (error) {
    return error instanceof JsonError && error.reason !== "syntax" ? toFailure(line, error) : undefined;
  }
}

/** What cannot be read for its structure fails the request that it answers, which shows near one of its ends. */
function toFailure(line: string, error: JsonError): JSONRPCMessage | undefined {
  const ends = `${line.slice(0, 100)}\n${line.slice(-100)}`;
  const [, id] = /"id"\s*:\s*(\d+)/.exec(ends) ?? [];
  if (id === undefined) return undefined;
  const { message } = error;
  const failure = { code: ProtocolErrorCode.InternalError, message, data: unreadableAnswer };
  return { jsonrpc: "2.0", id: Number(id), error: failure };
}

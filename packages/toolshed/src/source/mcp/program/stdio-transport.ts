import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";
import type { JSONRPCMessage } from "@toolshed/apps/rpc";
import { killGroup } from "../../../work/kill-group.ts";
import { createTimeSlices } from "../../../work/time-slices.ts";
import type { StdioConfig } from "../mcp-config.ts";
import { type FloodGuard, stderrReason, UpstreamTransport } from "../transport/upstream-transport.ts";
import type { RunningPrograms } from "./running-programs.ts";

export interface StdioOptions extends Pick<StdioConfig, "command" | "args" | "cwd"> {
  readonly env: Readonly<Record<string, string>>;
  readonly programs: RunningPrograms;
  readonly flood: FloodGuard;
  /** How long it may write nothing at all before its first message. */
  readonly silentMs: number;
  onStderr(chunk: Buffer): void;
}

const maxLineBytes = 16 * 1024 * 1024;
/** Decoding, parsing and handling such a line each take some milliseconds: others have their turn in between. */
const longLine = 256 * 1024;
const maxUnreadBytes = 32 * 1024 * 1024;
const endMs = 1_000;
const termMs = 2_000;
const lastWordsMs = 200;
/** As many lines as a greeting has. With more before its first message, a program has little time left for that. */
const maxGreeting = 3;
const foreignMs = 5_000;
const maxUnreadable = 100;

/** Those that run, so that none outlives this process. */
const running = new Set<number>();
process.once("exit", () => {
  for (const pid of running) killGroup(pid, "SIGKILL");
});

/**
 * Speaks with a program over its standard streams. The program leads a process group of its own, which ends with it:
 * whatever it has started goes too, also if it ignores every request to end.
 */
export class StdioTransport extends UpstreamTransport {
  readonly #options: StdioOptions;
  #child: ChildProcess | undefined;
  #ended: Promise<void> | undefined;
  #drained: Promise<unknown> | undefined;
  #isStopping = false;
  #silence: NodeJS.Timeout | undefined;
  #unreadable = 0;

  constructor(options: StdioOptions) {
    super(options.flood);
    this.#options = options;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#options;
    const child = spawn(command, args, {
      env,
      ...(cwd !== undefined && { cwd }),
      shell: false,
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child = child;
    if (child.pid !== undefined) this.#options.programs.add(child.pid);
    await once(child, "spawn").catch((error: NodeJS.ErrnoException) => {
      this.reason =
        error.code === "ENOENT" ? `was not found: ${command}` : `cannot be started: ${error.message}`;
      throw new Error(`The program ${this.reason}`, { cause: error });
    });
    const pid = child.pid as number;
    running.add(pid);
    this.#ended = this.#watch(child, pid);
    this.#follow(child);
    this.#silence = setTimeout(() => this.hasSpoken || this.#failAsSilent(), this.#options.silentMs).unref();
    if (this.#isStopping) {
      killGroup(pid, "SIGKILL");
      throw new Error("The program was ended while it was being started");
    }
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child?.pid === undefined || !this.#ended) return;
    child.stdin?.end();
    if (await this.#hasEnded(endMs)) return;
    killGroup(child.pid, "SIGTERM");
    if (await this.#hasEnded(termMs)) return;
    killGroup(child.pid, "SIGKILL");
    await this.#ended;
  }

  override fail(reason: string): void {
    this.reason ??= reason;
    // What is still in the pipe is not read.
    this.#child?.stdout?.destroy();
    if (this.#child?.pid !== undefined) killGroup(this.#child.pid, "SIGKILL");
  }

  protected async deliver(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) {
      // A program that is ending closes it first. Its exit code says more.
      if (!(await this.#hasEnded(lastWordsMs))) this.fail("closed its standard input");
      await this.#ended;
      throw new Error("The program has ended");
    }
    if (stdin.writableLength > maxUnreadBytes) {
      this.fail("does not read what it is sent");
      throw new Error("The program does not read what it is sent");
    }
    await this.#write(stdin, message);
  }

  /** A few such lines are common, such as a greeting. A program that writes nothing else does not speak MCP. */
  protected override onUnreadable(line: string): void {
    if (!line.trim()) return;
    this.#options.onStderr(Buffer.from(`not a message: ${line.slice(0, 200)}\n`));
    if (this.hasSpoken) return;
    this.#unreadable += 1;
    if (this.#unreadable === maxGreeting + 1)
      setTimeout(() => this.hasSpoken || this.#failAsForeign(), foreignMs).unref();
    if (this.#unreadable === maxUnreadable) this.#failAsForeign();
  }

  /** Resolves to false if it is still running after this time. */
  #hasEnded(ms: number): Promise<boolean | undefined> {
    return Promise.race([this.#ended?.then(() => true), sleep(ms, false, { ref: false })]);
  }

  #failAsSilent(): void {
    this.isForeign = true;
    this.fail(`started but didn't answer within ${this.#options.silentMs / 1000} seconds`);
  }

  #failAsForeign(): void {
    this.isForeign = true;
    this.fail("does not speak MCP: it writes other text to its standard output");
  }

  /** The messages of one turn of the event loop go together: each write holds up the whole process. */
  #write(stdin: Writable, message: JSONRPCMessage): Promise<unknown> | undefined {
    if (stdin.writableCorked === 0) {
      stdin.cork();
      setImmediate(() => stdin.uncork());
    }
    if (stdin.write(`${JSON.stringify(message)}\n`)) return undefined;
    // All that wait share one listener.
    this.#drained ??= Promise.race([once(stdin, "drain").catch(() => {}), this.#ended]).finally(() => {
      this.#drained = undefined;
    });
    return this.#drained;
  }

  async #watch(child: ChildProcess, pid: number): Promise<void> {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.once("exit", (code, signal) => resolve([code, signal]));
      child.on("error", this.report);
    });
    clearTimeout(this.#silence);
    if (!this.#isStopping) this.reason ??= signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    // What it has still to say may be in the pipe; what it has started may hold that pipe open for ever.
    await Promise.race([once(child, "close").catch(() => {}), sleep(lastWordsMs)]);
    killGroup(pid, "SIGKILL");
    running.delete(pid);
    this.#options.programs.remove(pid);
    for (const stream of child.stdio) stream?.destroy();
    this.onclose?.();
  }

  #follow({ stdin, stdout, stderr }: ChildProcess): void {
    if (stdout) this.#readLines(stdout);
    stderr?.on("data", (chunk: Buffer) => {
      this.#options.onStderr(chunk);
      // Such as `npx`, which downloads the program first.
      if (!this.hasSpoken) this.#silence?.refresh();
      if (this.flood.takeStderr(chunk.length)) return;
      stderr.destroy();
      this.fail(stderrReason);
    });
    for (const stream of [stdin, stdout, stderr]) stream?.on("error", this.report);
  }

  #readLines(stdout: Readable): void {
    const toLines = createLineReader(maxLineBytes);
    let unread: string[] = [];
    /** Nothing is read meanwhile. */
    const letOthersRun = (next: () => void) => {
      stdout.pause();
      setImmediate(next);
    };
    const readOn = () => {
      const slices = createTimeSlices();
      for (const [index, line] of unread.entries()) {
        const isLong = line.length > longLine;
        const messages = this.read(line);
        if (!messages) return;
        if (!isLong) this.pass(messages);
        if (!isLong && (index + 1 === unread.length || !slices.isOver())) continue;
        unread = unread.slice(index + 1);
        letOthersRun(() => {
          if (isLong) this.pass(messages);
          readOn();
        });
        return;
      }
      unread = [];
      stdout.resume();
    };
    stdout.on("data", (chunk: Buffer) => {
      const lines = toLines(chunk);
      if (!lines) return this.fail(`sent over ${maxLineBytes / 1024 / 1024} MB without a line break`);
      unread = unread.length === 0 ? lines : unread.concat(lines);
      if (unread !== lines) return;
      if (lines.some(({ length }) => length > longLine)) letOthersRun(readOn);
      else readOn();
    });
  }
}

const newline = 0x0a;

/**
 * Cuts a stream of bytes into lines. Gives `undefined` once a line is longer than the limit. A long line becomes text as it
 * comes, since that takes a while for all of it.
 */
function createLineReader(maxLineBytes: number): (chunk: Buffer) => string[] | undefined {
  const decoder = new StringDecoder();
  let begun = "";
  let length = 0;

  return (chunk) => {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      lines.push(begun + decoder.end(chunk.subarray(start, end)));
      begun = "";
      length = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      begun += decoder.write(chunk.subarray(start));
      length += chunk.length - start;
    }
    return length > maxLineBytes ? undefined : lines;
  };
}

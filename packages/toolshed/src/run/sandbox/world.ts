import type { QuickJSHandle } from "quickjs-emscripten";
import { dataBounds, JsonError, parseJson } from "../../json/parse-json.ts";
import { createCallQueue } from "./call-queue.ts";
import { type LimitName, limitMessage } from "./limits.ts";
import type { Machine } from "./machine.ts";
import type { Beginning, Bridge } from "./prelude.ts";
import type { LogText, ScriptCall, ScriptEnding, ScriptError } from "./sandbox.ts";
import { threadCpuMs } from "./thread-cpu.ts";
import {
  type FromSandbox,
  toScriptCall,
  toWorkerTurn,
  type WorkerRun,
  type WorkerTurn,
} from "./worker-protocol.ts";

/** `JS_EVAL_FLAG_ASYNC`: allows `await` at the top and gives a promise of `{value}`, that of the last expression. */
const asyncScript = 1 << 7;
/** Enough for the host to read what a script left behind when its time was up. */
const graceMs = 100;
const hungryMs = 300;
const noLogs: LogText = { count: 0, json: "" };
const nothing: FromSandbox = { calls: [], timers: [], cancelled: [], logs: noLogs };
/** The value is shown in part and kept as text: only what walks it later bounds it. */
const valueBounds = { ...dataBounds, values: Number.POSITIVE_INFINITY };
const stuck: ScriptError = {
  name: "Error",
  message: "The script waits for something that can never come: a promise that nothing settles.",
};

/** One run in QuickJS. Both methods compute until the script waits or ends, and tell what it did. */
export interface World {
  start(): FromSandbox;
  turn(turn: WorkerTurn): FromSandbox;
}

interface Taken {
  readonly passed: LimitName | "";
  readonly timers: readonly [id: number, delayMs: number][];
  readonly cancelled: readonly number[];
  readonly logs: LogText;
  readonly calls: readonly string[];
}

/** What the script threw. */
class Thrown {
  readonly handle: QuickJSHandle;
  constructor(handle: QuickJSHandle) {
    this.handle = handle;
  }
}

class PassedLimit {
  readonly limit: LimitName;
  constructor(limit: LimitName) {
    this.limit = limit;
  }
}

export interface WorldHost {
  setClock(at: number): void;
  /** Called once a script has computed for longer than most ever do. Its thread is not used for another run. */
  onHungry(): void;
}

/** Only handles of what may be large are disposed of here: the machine is renewed before the next run. */
export function createWorld(machine: Machine, run: WorkerRun, { setClock, onHungry }: WorldHost): World {
  const { runtime, context, bridge } = machine;
  const { program, limits, seed } = run;
  let usedMs = 0;
  let deadline = 0;
  let isInterrupted = false;
  let hungryAt = Number.POSITIVE_INFINITY;
  let isHungry = false;
  /** Whether it is the script's own time that runs, and not the grace after it. */
  let isComputing = false;
  const cpuAtStart = threadCpuMs();
  let replyBytes = 0;
  let main: QuickJSHandle | undefined;

  machine.renew(run.identity);
  runtime.setMaxStackSize(limits.stackKb * 1024);
  runtime.setInterruptHandler(() => {
    const now = performance.now();
    if (!isHungry && now > hungryAt) {
      isHungry = true;
      onHungry();
    }
    if (now <= deadline) return false;
    // On a busy machine much of the time that has passed was spent waiting for a CPU.
    const leftMs = limits.cpuMs - (threadCpuMs() - cpuAtStart);
    if (isComputing && leftMs > 0) {
      deadline = now + leftMs;
      return false;
    }
    isInterrupted = true;
    return true;
  });

  const queue = createCallQueue();
  const openTimers = new Set<number>();
  const history = [...run.history];
  const remembered = new Map(
    history.flatMap(({ settled }) => settled.map(({ call }) => [call.id, call] as const)),
  );

  function unwrap(result: { error?: QuickJSHandle | undefined; value?: QuickJSHandle }): QuickJSHandle {
    if (result.error) throw new Thrown(result.error);
    return result.value as QuickJSHandle;
  }

  /** Text comes back, and nothing else. */
  function ask(name: keyof Bridge, ...args: QuickJSHandle[]): string {
    return unwrap(context.callFunction(bridge[name], context.undefined, ...args)).consume((value) =>
      context.typeof(value) === "string" ? context.getString(value) : "",
    );
  }

  const failed = (limit: LimitName): ScriptError => ({
    name: "LimitError",
    message: limitMessage(limit, limits),
    limit,
  });

  /** Name, message and stack; nothing if it cannot be read, as happens when memory is at an end. */
  function read({ handle }: Thrown): string[] | undefined {
    isComputing = false;
    deadline = performance.now() + graceMs;
    try {
      return (JSON.parse(ask("explain", handle)) as unknown[]).map(String);
    } catch {
      return undefined;
    }
  }

  function explain(thrown: unknown): ScriptError {
    if (thrown instanceof PassedLimit) return failed(thrown.limit);
    if (isInterrupted) return failed("cpu");
    if (thrown instanceof JsonError && thrown.reason === "depth") return { name: "Error", message: tooDeep };
    // What the script's world writes is always JSON, unless the script has altered its memory.
    if (thrown instanceof JsonError) return failed("memory");
    // The host's own stack or memory was at an end while it computed for the script.
    if (!(thrown instanceof Thrown))
      return failed(/stack|recursion/i.test(String(thrown)) ? "stack" : "memory");
    const [name = "", message = "", stack = ""] = read(thrown) ?? [];
    if (isInterrupted) return failed("cpu");
    const isFull = machine.usedBytes() > limits.memoryMb * 1024 * 1024 * 0.75;
    // Where there is no memory left for an error, QuickJS throws null, or an error without its message.
    const isBare = name === "" || (name === "InternalError" && message === "");
    if (/out of memory|string too long/.test(message) || (isFull && isBare)) return failed("memory");
    if (/stack overflow/.test(message)) return failed("stack");
    return { name: name || "Error", message, ...placeOf(stack) };
  }

  function placeOf(stack: string): { line: number; column: number } | undefined {
    const [, line, column] = /script\.ts:(\d+):(\d+)/.exec(stack) ?? [];
    const own = Number(line) - program.addedLines;
    return own >= 1 ? { line: own, column: Number(column) } : undefined;
  }

  function attempt(action: () => void): ScriptError | undefined {
    const started = performance.now();
    deadline = started + limits.cpuMs - usedMs;
    hungryAt = started + hungryMs - usedMs;
    isComputing = true;
    try {
      action();
      const { error } = runtime.executePendingJobs();
      if (error) return explain(new Thrown(error));
      // A job that is interrupted may leave no trace but a promise that nobody settles.
      return isInterrupted ? failed("cpu") : undefined;
    } catch (thrown) {
      return explain(thrown);
    } finally {
      isComputing = false;
      usedMs += performance.now() - started;
    }
  }

  function take(): Taken {
    deadline = performance.now() + graceMs;
    const [passed, timers, cancelled, logCount, ...lines] = ask("take").split("\n") as [
      LimitName | "",
      ...string[],
    ];
    const count = Number(logCount);
    return {
      passed,
      timers: list(timers),
      cancelled: list(cancelled),
      logs: { count, json: lines.slice(0, count).map(toLogLine).join("") },
      // The last one ends with a line break as well.
      calls: lines.slice(count, -1),
    };
  }

  /** Does something to the script, and tells all that followed from it. */
  function step(action: () => void): FromSandbox {
    const error = attempt(action);
    let taken: Taken;
    try {
      taken = take();
    } catch (thrown) {
      return ended(nothing, error ?? explain(thrown));
    }
    const report: FromSandbox = { ...nothing, cancelled: taken.cancelled, logs: taken.logs };
    if (taken.passed) return ended(report, failed(taken.passed));
    if (error) return ended(report, error);

    for (const line of taken.calls) {
      const id = Number.parseInt(line, 10);
      const known = remembered.get(id);
      if (known && !isSame(known, toScriptCall(line)))
        return ended(report, mismatch(toScriptCall(line).path));
      queue.add(id, line, known === undefined);
    }
    for (const [id] of taken.timers) openTimers.add(id);
    for (const id of taken.cancelled) openTimers.delete(id);
    const timers = taken.timers
      .filter(([id]) => !remembered.has(id))
      .map(([id, delayMs]) => ({ id, delayMs }));
    return conclude({ ...report, timers });
  }

  /** Ends the run once the script has ended and what it called has been answered. */
  function conclude(report: FromSandbox): FromSandbox {
    const state = context.getPromiseState(main as QuickJSHandle);
    if (state.type === "rejected") return ended(report, explain(new Thrown(state.error)));
    if (queue.openCount() > 0) return report;
    if (state.type === "pending") return openTimers.size > 0 ? report : ended(report, stuck);

    let ending: ScriptEnding | undefined;
    const error = attempt(() => {
      ending = readValue(state.value);
    });
    return error || !ending ? ended(report, error ?? stuck) : { ...report, ending, ...spent() };
  }

  function readValue(settled: QuickJSHandle): ScriptEnding {
    const json = ask("write", program.gives === "return" ? settled : context.getProp(settled, "value"));
    if (json === "output") throw new PassedLimit("output");
    if (json === "[]") return { kind: "value", json: undefined };
    const value = json.slice(1, -1);
    // Checked here, where it delays nobody: later it is passed on unread.
    parseJson(value, valueBounds);
    return { kind: "value", json: value };
  }

  const mismatch = (path: string): ScriptError => ({
    name: "ReplayError",
    message: `The run cannot go on: when it was repeated up to where it paused, it called ${path || "a timer"} differently than the first time.`,
  });

  const ended = (report: FromSandbox, error: ScriptError): FromSandbox => ({
    ...report,
    timers: [],
    ending: { kind: "error", error },
    ...spent(error.limit),
  });

  const spent = (limit?: LimitName): { spent?: true } =>
    (limit && endsByForce[limit]) || isHungry ? { spent: true } : {};

  const settle =
    ({ at, ids, replies }: WorkerTurn) =>
    () => {
      setClock(at);
      for (const id of ids) {
        queue.settle(id);
        openTimers.delete(id);
      }
      replyBytes += replies.length;
      if (replyBytes > limits.bytes) throw new PassedLimit("bytes");
      context.newString(replies).consume((text) => ask("settle", text));
    };

  function advance(action: () => void): FromSandbox {
    let report = step(action);
    // What has happened before is repeated here, and nobody is asked again.
    for (let next = history.shift(); next && !report.ending; next = history.shift()) {
      const stranger = next.settled.find(({ call }) => !queue.isOpen(call.id) && !openTimers.has(call.id));
      const then = stranger ? ended(nothing, mismatch(stranger.call.path)) : step(settle(toWorkerTurn(next)));
      report = {
        ...then,
        timers: [...report.timers, ...then.timers],
        cancelled: [...report.cancelled, ...then.cancelled],
        logs: {
          count: report.logs.count + then.logs.count,
          json: report.logs.json + then.logs.json,
        },
      };
    }
    return report.ending ? report : { ...report, calls: queue.send(), ...spent() };
  }

  return {
    start: () =>
      advance(() => {
        setClock(run.startedAt);
        const beginning: Beginning = { seed, limits };
        ask("begin", context.newString(JSON.stringify(beginning)));
        const flags = program.gives === "return" ? 0 : asyncScript;
        main = unwrap(context.evalCode(program.code, "script.ts", flags));
      }),
    turn: (turn) => advance(settle(turn)),
  };
}

/** What was ended by force may be in any state. The others end like any error that a script does not catch. */
const endsByForce: Record<LimitName, boolean> = {
  time: true,
  cpu: true,
  memory: true,
  stack: true,
  calls: false,
  "open calls": false,
  bytes: false,
  output: false,
};

const tooDeep = `The value nests more than ${valueBounds.depth} levels deep.`;

const list = (json = "[]") => (json === "[]" ? [] : (parseJson(json, dataBounds) as []));

/** Parsed only to know that it can be: the script may have altered it. */
function toLogLine(line: string): string {
  parseJson(line, dataBounds);
  return `${line},\n`;
}

const isSame = (a: ScriptCall, b: ScriptCall): boolean =>
  a.path === b.path && a.args === b.args && a.connection === b.connection;

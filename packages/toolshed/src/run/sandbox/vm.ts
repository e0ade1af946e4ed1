import type { QuickJSHandle } from "quickjs-emscripten";
import type { CpuReader } from "../../jobs/cpu-time.ts";
import { dataBounds, JsonError, parseJson } from "../../json/parse-json.ts";
import { CallQueue } from "./call-queue.ts";
import { CpuClock, graceMs } from "./cpu-clock.ts";
import { type LimitName, limitMessage } from "./limits.ts";
import type { Machine } from "./machine.ts";
import type { Beginning, Bridge } from "./prelude.ts";
import type { Program, ScriptCall, ScriptEnding, ScriptError, Turn } from "./sandbox.ts";
import {
  type Fitness,
  type FromSandbox,
  toScriptCall,
  toWorkerTurn,
  type WorkerRun,
  type WorkerTurn,
} from "./worker-protocol.ts";

/** `JS_EVAL_FLAG_ASYNC`: allows `await` at the top and gives a promise of `{value}`, that of the last expression. */
const asyncScript = 1 << 7;
export const nothing: FromSandbox = {
  calls: [],
  timers: [],
  cancelled: [],
  logs: { count: 0, json: "" },
  fitness: "fit",
};
/** The value is shown in part and kept as text: only what walks it later bounds it. */
const valueBounds = { ...dataBounds, values: Number.POSITIVE_INFINITY };
const tooDeep = `The value nests more than ${valueBounds.depth} levels deep.`;
const stuck: ScriptError = {
  name: "Error",
  message: "The script waits for something that can never come: a promise that nothing settles.",
};
/** What was ended by one of these may be in any state. The others end like any error that a script does not catch. */
const forcibleLimits: readonly LimitName[] = ["time", "cpu", "memory", "stack"];

/** What the script has made since the last time. */
interface Taken extends Pick<FromSandbox, "calls" | "cancelled" | "logs"> {
  readonly passed: LimitName | "";
  readonly timers: readonly [id: number, delayMs: number][];
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

export interface VmHost {
  setClock(at: number): void;
  /** Reads the CPU time of this thread. */
  readonly readCpu: CpuReader;
  /** Called once a script has computed for longer than most ever do. */
  onHungry(): void;
}

/**
 * One run in QuickJS. `start` and `turn` compute until the script waits or ends, and tell what it did. Only handles of
 * what may be large are disposed of: the machine is renewed before the next run.
 */
export class Vm {
  readonly #machine: Machine;
  readonly #run: WorkerRun;
  readonly #program: Program;
  readonly #host: VmHost;
  readonly #cpu: CpuClock;
  readonly #queue = new CallQueue();
  readonly #openTimers = new Set<number>();
  readonly #history: Turn[];
  readonly #remembered: ReadonlyMap<number, ScriptCall>;
  #replyBytes = 0;
  #main: QuickJSHandle | undefined;

  constructor(machine: Machine, program: Program, run: WorkerRun, host: VmHost) {
    this.#machine = machine;
    this.#program = program;
    this.#run = run;
    this.#host = host;
    this.#history = [...run.history];
    this.#remembered = new Map(
      run.history.flatMap(({ settled }) => settled.map(({ call }) => [call.id, call] as const)),
    );
    machine.renew(run.identity);
    machine.runtime.setMaxStackSize(run.limits.stackKb * 1024);
    const cpu = new CpuClock(run.limits.cpuMs, host.readCpu, host.onHungry);
    machine.runtime.setInterruptHandler(() => cpu.isTimeUp());
    this.#cpu = cpu;
  }

  start(): FromSandbox {
    const { context } = this.#machine;
    const { seed, limits, startedAt } = this.#run;
    return this.#advance(() => {
      this.#host.setClock(startedAt);
      const beginning: Beginning = { seed, limits };
      this.#ask("begin", context.newString(JSON.stringify(beginning)));
      const flags = this.#program.gives === "return" ? 0 : asyncScript;
      this.#main = unwrap(context.evalCode(this.#program.code, "script.ts", flags));
    });
  }

  turn(turn: WorkerTurn): FromSandbox {
    return this.#advance(() => this.#settle(turn));
  }

  #advance(action: () => void): FromSandbox {
    let report = this.#step(action);
    // What has happened before is repeated here, and nobody is asked again.
    for (let next = this.#history.shift(); next && !report.ending; next = this.#history.shift()) {
      const then = this.#repeat(next);
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
    return report.ending ? report : { ...report, calls: this.#queue.send(), fitness: this.#fitness() };
  }

  #repeat(turn: Turn): FromSandbox {
    const stranger = turn.settled.find(
      ({ call: { id } }) => !this.#queue.has(id) && !this.#openTimers.has(id),
    );
    if (stranger) return this.#ended(nothing, mismatch(stranger.call.path));
    return this.#step(() => this.#settle(toWorkerTurn(turn)));
  }

  #settle({ at, ids, replies }: WorkerTurn): void {
    this.#host.setClock(at);
    for (const id of ids) {
      this.#queue.settle(id);
      this.#openTimers.delete(id);
    }
    this.#replyBytes += replies.length;
    if (this.#replyBytes > this.#run.limits.bytes) throw new PassedLimit("bytes");
    this.#machine.context.newString(replies).consume((text) => this.#ask("settle", text));
  }

  /** Does something to the script, and tells all that followed from it. */
  #step(action: () => void): FromSandbox {
    const error = this.#attempt(action);
    let taken: Taken;
    try {
      taken = this.#take();
    } catch (thrown) {
      return this.#ended(nothing, error ?? this.#explain(thrown));
    }
    const { passed, calls, timers, cancelled, logs } = taken;
    const report: FromSandbox = { ...nothing, cancelled, logs };
    if (passed) return this.#ended(report, this.#failed(passed));
    if (error) return this.#ended(report, error);

    for (const line of calls) {
      const id = Number.parseInt(line, 10);
      const known = this.#remembered.get(id);
      if (known && !isSame(known, toScriptCall(line)))
        return this.#ended(report, mismatch(toScriptCall(line).path));
      this.#queue.add(id, line, known === undefined);
    }
    for (const [id] of timers) this.#openTimers.add(id);
    for (const id of cancelled) this.#openTimers.delete(id);
    const started = timers
      .filter(([id]) => !this.#remembered.has(id))
      .map(([id, delayMs]) => ({ id, delayMs }));
    return this.#conclude({ ...report, timers: started });
  }

  #attempt(action: () => void): ScriptError | undefined {
    return this.#cpu.run(() => {
      try {
        action();
        const { error } = this.#machine.runtime.executePendingJobs();
        if (error) return this.#explain(new Thrown(error));
        // A job that is interrupted may leave no trace but a promise that nobody settles.
        return this.#cpu.isInterrupted ? this.#failed("cpu") : undefined;
      } catch (thrown) {
        return this.#explain(thrown);
      }
    });
  }

  #take(): Taken {
    this.#cpu.grantGrace();
    const [passed, timers, cancelled, logCount, ...lines] = this.#ask("take").split("\n");
    const count = Number(logCount);
    return {
      passed: passed as LimitName | "",
      timers: readList(timers),
      cancelled: readList(cancelled),
      logs: { count, json: lines.slice(0, count).map(toLogLine).join("") },
      // The last one ends with a line break as well.
      calls: lines.slice(count, -1),
    };
  }

  /** Ends the run once the script has ended and what it called has been answered. */
  #conclude(report: FromSandbox): FromSandbox {
    const state = this.#machine.context.getPromiseState(this.#main as QuickJSHandle);
    if (state.type === "rejected") return this.#ended(report, this.#explain(new Thrown(state.error)));
    if (this.#queue.size > 0) return report;
    if (state.type === "pending") return this.#openTimers.size > 0 ? report : this.#ended(report, stuck);

    let ending: ScriptEnding | undefined;
    const error = this.#attempt(() => {
      ending = this.#readValue(state.value);
    });
    return error || !ending
      ? this.#ended(report, error ?? stuck)
      : { ...report, ending, fitness: this.#fitness() };
  }

  #readValue(settled: QuickJSHandle): ScriptEnding {
    const isReturned = this.#program.gives === "return";
    const json = this.#ask("write", isReturned ? settled : this.#machine.context.getProp(settled, "value"));
    if (json === "output") throw new PassedLimit("output");
    if (json === "[]") return { kind: "value", json: undefined };
    const value = json.slice(1, -1);
    // Checked here, where it delays nobody: later it is passed on unread.
    parseJson(value, valueBounds);
    return { kind: "value", json: value };
  }

  /** Text comes back, and nothing else. */
  #ask(name: keyof Bridge, ...args: QuickJSHandle[]): string {
    const { context, bridge } = this.#machine;
    return unwrap(context.callFunction(bridge[name], context.undefined, ...args)).consume((value) =>
      context.typeof(value) === "string" ? context.getString(value) : "",
    );
  }

  #explain(thrown: unknown): ScriptError {
    if (thrown instanceof PassedLimit) return this.#failed(thrown.limit);
    if (this.#cpu.isInterrupted) return this.#failed("cpu");
    if (thrown instanceof JsonError && thrown.reason === "depth") return { name: "Error", message: tooDeep };
    // What the script's VM writes is always JSON, unless the script has altered its memory.
    if (thrown instanceof JsonError) return this.#failed("memory");
    // The host's own stack or memory was at an end while it computed for the script.
    if (!(thrown instanceof Thrown))
      return this.#failed(/stack|recursion/i.test(String(thrown)) ? "stack" : "memory");
    const [name = "", message = "", stack = ""] = this.#read(thrown) ?? [];
    if (this.#cpu.isInterrupted) return this.#failed("cpu");
    const isFull = this.#machine.usedBytes() > this.#run.limits.memoryMb * 1024 * 1024 * 0.75;
    // Where there is no memory left for an error, QuickJS throws null, or an error without its message.
    const isBare = name === "" || (name === "InternalError" && message === "");
    if (/out of memory|string too long/.test(message) || (isFull && isBare)) return this.#failed("memory");
    if (/stack overflow/.test(message)) return this.#failed("stack");
    return { name: name || "Error", message, ...this.#placeOf(stack) };
  }

  /** Name, message and stack; nothing if it cannot be read, as happens when memory is at an end. */
  #read({ handle }: Thrown): string[] | undefined {
    this.#cpu.grantGrace();
    try {
      return (JSON.parse(this.#ask("explain", handle)) as unknown[]).map(String);
    } catch {
      return undefined;
    }
  }

  #placeOf(stack: string): { line: number; column: number } | undefined {
    const [, line, column] = /script\.ts:(\d+):(\d+)/.exec(stack) ?? [];
    const own = Number(line) - this.#program.addedLines;
    return own >= 1 ? { line: own, column: Number(column) } : undefined;
  }

  #failed(limit: LimitName): ScriptError {
    const message =
      limit === "cpu" && this.#cpu.isGraceOver
        ? `CPU limit: reading what the script threw or returned took more than ${graceMs} ms of computing`
        : limitMessage(limit, this.#run.limits);
    return { name: "LimitError", message, limit };
  }

  #ended(report: FromSandbox, error: ScriptError): FromSandbox {
    return {
      ...report,
      timers: [],
      ending: { kind: "error", error },
      fitness: this.#fitness(error.limit),
    };
  }

  #fitness(limit?: LimitName): Fitness {
    if (limit && forcibleLimits.includes(limit)) return "spent";
    return this.#cpu.isHungry ? "slow" : "fit";
  }
}

function unwrap(result: { error?: QuickJSHandle | undefined; value?: QuickJSHandle }): QuickJSHandle {
  if (result.error) throw new Thrown(result.error);
  return result.value as QuickJSHandle;
}

const mismatch = (path: string): ScriptError => ({
  name: "ReplayError",
  message: `The run cannot continue: when it was replayed up to where it paused, it called ${path || "a timer"} differently than the first time.`,
});

const readList = (json = "[]") => (json === "[]" ? [] : (parseJson(json, dataBounds) as []));

/** Parsed only to know that it can be: the script may have altered it. */
function toLogLine(line: string): string {
  parseJson(line, dataBounds);
  return `${line},\n`;
}

const isSame = (a: ScriptCall, b: ScriptCall): boolean =>
  a.path === b.path && a.args === b.args && a.connection === b.connection;

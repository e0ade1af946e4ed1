import { type SpinPolicy, stayAwake } from "../../jobs/spin-policy.ts";
import type { WorkTurns } from "../../work/work-turns.ts";
import { type LimitName, type Limits, limitMessage } from "./limits.ts";
import { createReportReader, type WorkerReport } from "./report-reader.ts";
import {
  type SandboxJob,
  type SandboxOutcome,
  type ScriptCall,
  type ScriptEnding,
  type ScriptError,
  type SettledCall,
  type Turn,
  tooComplex,
  type WithoutTime,
} from "./sandbox.ts";
import type { Thread } from "./thread.ts";
import { type Fitness, type ScriptTimer, type ToWorker, toWorkerTurn } from "./worker-protocol.ts";

/** The script's own clock has ended it before; this is for when QuickJS does not look at it. */
const watchdogMs = ({ cpuMs }: Limits): number => 2 * cpuMs + 2_000;
/** After this time a script that is still being parsed is ended. */
const parseMs = 3_000;
/** Calls of one run that are under way at once. The others wait their turn. */
const maxUnderWay = 32;
const done = { ok: true, json: "null" } as const;
const failure: ScriptError = { name: "Error", message: "The run failed: its sandbox stopped working." };

/** What all runs share. */
export interface DriverParts {
  readonly closing: AbortSignal;
  readonly spinPolicy: SpinPolicy;
  readonly callTurns: WorkTurns;
}

/** Drives one run in a thread: answers its calls, keeps its times, and ends it in any case. */
export function driveRun(
  thread: Thread,
  job: SandboxJob,
  { closing, spinPolicy, callTurns }: DriverParts,
): Promise<{ outcome: SandboxOutcome; fitness: Fitness }> {
  const { limits, signal } = job;
  const read = createReportReader(limits);

  return new Promise((resolve) => {
    const logs = { count: 0, json: "" };
    const turns: Turn[] = [...job.history];
    const timers = new Map<number, NodeJS.Timeout>();
    let ready: readonly ScriptCall[] = [];
    let underWay = 0;
    let settled: SettledCall[] = [];
    /** Whether a delivery is about to be made. */
    let isDue = false;
    let isPausing = false;
    /** Whether the thread has told anything yet. */
    let hasReported = false;
    let isEnded = false;
    let fitness: Fitness = "fit";
    /** Runs while the thread computes. */
    let watchdog: NodeJS.Timeout | undefined;

    function finish(ending: ScriptEnding): void {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(watchdog);
      time.stop();
      for (const timer of timers.values()) clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      closing.removeEventListener("abort", cancel);
      thread.listener = undefined;
      resolve({ outcome: { ending, logs }, fitness });
    }
    function breakOff(ending: ScriptEnding): void {
      fitness = "spent";
      finish(ending);
    }
    const fail = (error: ScriptError) => breakOff({ kind: "error", error });
    const passed = (limit: LimitName) =>
      fail({ name: "LimitError", message: limitMessage(limit, limits), limit });
    const cancel = () => fail({ name: "Error", message: "The run was cancelled." });
    const isParsing = () => !hasReported && thread.isParsing();
    const endParsing = () => breakOff({ kind: "refused", error: tooComplex });
    const time = startTimeBudget(limits.timeMs, () => passed("time"));

    function watch(): void {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => {
        if (isParsing()) return endParsing();
        watchdog = setTimeout(() => passed("cpu"), watchdogMs(limits) - parseMs);
      }, parseMs);
    }

    function post(message: ToWorker): void {
      watch();
      thread.post(message);
      stayAwake(spinPolicy, () => watchdog === undefined);
    }

    /** What has been settled by now reaches the script as one turn, once it has done with the one before. */
    function deliver(): void {
      isDue = false;
      if (isEnded || isPausing) return;
      if (settled.length > 0 && !watchdog) {
        const turn = { at: Date.now(), settled };
        settled = [];
        turns.push(turn);
        post({ type: "turn", turn: toWorkerTurn(turn) });
      }
      // The calls that have waited for these are made while the script computes.
      const made = ready.slice(0, maxUnderWay - underWay);
      ready = ready.slice(made.length);
      underWay += made.length;
      for (const call of made) callTurns.enter(job.userId, call.args.length, () => make(call));
    }

    function make(call: ScriptCall): void {
      if (!isEnded) answer(call).catch(() => fail(failure));
    }

    function settle(call: ScriptCall, reply: SettledCall["reply"]): void {
      settled.push({ call, reply });
      // After all that is settled at this very moment.
      if (!isDue) process.nextTick(deliver);
      isDue = true;
    }

    /** Calls that are under way finish first, and the script will find their results when it goes on. */
    function pauseIfQuiet(): void {
      if (!isPausing || underWay > 0 || isEnded || watchdog) return;
      if (settled.length > 0) turns.push({ at: Date.now(), settled });
      thread.post({ type: "stop" });
      finish({ kind: "paused", turns });
    }

    async function answer(call: ScriptCall): Promise<void> {
      const reply = await job.answer(call, time.withoutTime);
      underWay -= 1;
      if (reply === "pause") isPausing = true;
      else settle(call, reply);
      pauseIfQuiet();
    }

    function startTimer({ id, delayMs }: ScriptTimer): void {
      const fire = () => {
        timers.delete(id);
        settle({ id, path: "", args: "" }, done);
      };
      timers.set(id, setTimeout(fire, delayMs));
    }

    function stopTimers(ids: readonly number[]): void {
      if (ids.length === 0) return;
      for (const id of ids) {
        clearTimeout(timers.get(id));
        timers.delete(id);
      }
      // Some may have come due while the script was computing.
      const stopped = new Set(ids);
      settled = settled.filter(({ call }) => !stopped.has(call.id));
    }

    /** Nothing where the thread has sent something else. */
    function readReport(message: unknown): WorkerReport | undefined {
      try {
        return read(message);
      } catch {
        return undefined;
      }
    }

    function receive(message: unknown): void {
      const isAsked = watchdog !== undefined;
      clearTimeout(watchdog);
      watchdog = undefined;
      const report = isAsked ? readReport(message) : undefined;
      hasReported = true;
      if (!report) {
        fail(failure);
        return;
      }
      logs.count += report.logs.count;
      logs.json += report.logs.json;
      fitness = report.fitness;
      if (report.ending) {
        finish(report.ending);
        return;
      }
      for (const timer of report.timers) startTimer(timer);
      stopTimers(report.cancelled);
      // Calls that are not made before the run pauses are made when it goes on.
      ready = ready.length > 0 ? [...ready, ...report.calls] : report.calls;
      deliver();
      pauseIfQuiet();
    }

    thread.listener = {
      onReport: receive,
      // A thread that is still starting gets its time when it is ready.
      onReady: () => watchdog && watch(),
      onEnd(reason) {
        if (isParsing()) endParsing();
        else if (reason === "memory") passed("memory");
        else fail(failure);
      },
    };
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel);
    closing.addEventListener("abort", cancel);
    const { identity, script, program, seed, startedAt, history } = job;
    post({ type: "run", run: { identity, script, program, seed, startedAt, limits, history } });
  });
}

/** The time that a run has, which stands still while a person is asked. */
function startTimeBudget(timeMs: number, onEnd: () => void): { withoutTime: WithoutTime; stop(): void } {
  let leftMs = timeMs;
  let countedFrom = 0;
  let pauses = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function count(): void {
    if (isStopped) return;
    countedFrom = performance.now();
    timer = setTimeout(onEnd, leftMs);
  }

  function pause(): void {
    clearTimeout(timer);
    leftMs -= performance.now() - countedFrom;
  }

  count();
  return {
    withoutTime(waiting) {
      if (++pauses === 1) pause();
      return waiting.finally(() => {
        if (--pauses === 0) count();
      });
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

import type { Patience } from "../../jobs/patience.ts";
import { type LimitName, limitMessage } from "./limits.ts";
import type {
  Ending,
  LogLine,
  SandboxJob,
  SandboxOutcome,
  ScriptCall,
  ScriptError,
  SettledCall,
  Turn,
  WithoutTime,
} from "./sandbox.ts";
import type { Thread } from "./thread.ts";
import { type FromWorker, type ToWorker, toScriptCall, toWorkerTurn } from "./worker-protocol.ts";

/** The script's own clock has ended it before; this is for when QuickJS does not look at it. */
const watchdogGraceMs = 400;
/** Calls of one run that are under way at once. The others wait their turn. */
const maxUnderWay = 32;
const done = { ok: true, json: "null" } as const;

/** Drives one run in a thread: answers its calls, keeps its times, and ends it in any case. */
export function driveRun(
  thread: Thread,
  job: SandboxJob,
  closing: AbortSignal,
  patience: Patience,
): Promise<{ outcome: SandboxOutcome; reusable: boolean }> {
  const { limits, signal } = job;

  return new Promise((resolve) => {
    const logs: LogLine[] = [];
    const turns: Turn[] = [...job.history];
    const timers = new Map<number, NodeJS.Timeout>();
    let ready: string[] = [];
    let underWay = 0;
    let settled: SettledCall[] = [];
    /** Whether a delivery is about to be made. */
    let isDue = false;
    let isPausing = false;
    let isEnded = false;
    /** Runs while the thread computes. */
    let watchdog: NodeJS.Timeout | undefined;
    let wholeTime: NodeJS.Timeout | undefined;
    let leftMs = limits.timeMs;
    let countedFrom = 0;
    let holdCount = 0;

    function finish(ending: Ending, reusable: boolean): void {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(watchdog);
      clearTimeout(wholeTime);
      for (const timer of timers.values()) clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      closing.removeEventListener("abort", cancel);
      thread.listener = undefined;
      resolve({ outcome: { ending, logs }, reusable });
    }
    const fail = (error: ScriptError) => finish({ kind: "error", error }, false);
    const passed = (limit: LimitName) =>
      fail({ name: "LimitError", message: limitMessage(limit, limits), limit });
    const cancel = () => fail({ name: "Error", message: "The run was cancelled." });

    function post(message: ToWorker): void {
      watchdog = setTimeout(() => passed("cpu"), limits.cpuMs + watchdogGraceMs);
      thread.post(message);
      stayAwake();
    }

    /** Keeps the event loop turning, so that others are served meanwhile. */
    function stayAwake(): void {
      const until = patience.awakeUntil();
      if (until === undefined) return;
      const look = () => {
        const isInTime = watchdog === undefined;
        if (isInTime || performance.now() > until) patience.learn(isInTime);
        else setImmediate(look);
      };
      setImmediate(look);
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
      while (underWay < maxUnderWay && ready.length > 0) void answer(toScriptCall(ready.shift() as string));
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
      finish({ kind: "paused", turns }, true);
    }

    const withoutTime: WithoutTime = (waiting) => {
      if (++holdCount === 1) {
        clearTimeout(wholeTime);
        leftMs -= performance.now() - countedFrom;
      }
      return waiting.finally(() => {
        if (--holdCount === 0) countTime();
      });
    };

    function countTime(): void {
      if (isEnded) return;
      countedFrom = performance.now();
      wholeTime = setTimeout(() => passed("time"), leftMs);
    }

    async function answer(call: ScriptCall): Promise<void> {
      underWay += 1;
      const reply = await job.answer(call, withoutTime);
      underWay -= 1;
      if (reply === "pause") isPausing = true;
      else settle(call, reply);
      pauseIfQuiet();
    }

    function receive({ logs: lines, ending, spent, timers: started, cancelled, calls }: FromWorker): void {
      clearTimeout(watchdog);
      watchdog = undefined;
      for (const line of lines) logs.push(line);
      if (ending) {
        finish(ending, !spent);
        return;
      }
      for (const { id, delayMs } of started) {
        const call = { id, path: "", args: "" };
        const fire = () => {
          timers.delete(id);
          settle(call, done);
        };
        timers.set(id, setTimeout(fire, delayMs));
      }
      const stopped = new Set(cancelled);
      for (const id of stopped) {
        clearTimeout(timers.get(id));
        timers.delete(id);
      }
      // Some may have come due while the script was computing.
      if (stopped.size > 0) settled = settled.filter(({ call }) => !stopped.has(call.id));
      // Calls that are not made before the run pauses are made when it goes on.
      ready = ready.length > 0 ? [...ready, ...calls] : [...calls];
      deliver();
      pauseIfQuiet();
    }

    countTime();
    thread.listener = {
      onReport: receive,
      // A thread that is still starting gets its time when it is ready.
      onReady: () => watchdog?.refresh(),
      onEnd: () => passed("memory"),
    };
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel);
    closing.addEventListener("abort", cancel);
    const { userId, program, seed, startedAt, history } = job;
    post({ type: "run", run: { userId, program, seed, startedAt, limits, history } });
  });
}

import type { Worker } from "node:worker_threads";
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
import type { FromWorker, ToWorker } from "./worker-protocol.ts";

/** The script's own clock has ended it before; this is for when QuickJS does not look at it. */
const watchdogGraceMs = 400;
const done = { ok: true, json: "null" } as const;

/** Drives one run in a thread: answers its calls, keeps its times, and ends it in any case. */
export function driveRun(
  worker: Worker,
  job: SandboxJob,
): Promise<{ outcome: SandboxOutcome; reusable: boolean }> {
  const { limits, signal } = job;

  return new Promise((resolve) => {
    const logs: LogLine[] = [];
    const turns: Turn[] = [...job.history];
    const timers = new Map<number, NodeJS.Timeout>();
    let underWay = 0;
    let settled: SettledCall[] = [];
    let isPausing = false;
    let isEnded = false;
    let awaited = 0;
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
      worker.off("message", receive).off("error", crash).off("exit", crash);
      resolve({ outcome: { ending, logs }, reusable });
    }
    const fail = (error: ScriptError) => finish({ kind: "error", error }, false);
    const passed = (limit: LimitName) =>
      fail({ name: "LimitError", message: limitMessage(limit, limits), limit });
    const cancel = () => fail({ name: "Error", message: "The run was cancelled." });
    const crash = () => passed("memory");

    function post(message: ToWorker): void {
      awaited += 1;
      // A thread that is still starting gets its time when it tells that it is ready.
      watchdog ??= setTimeout(() => passed("cpu"), limits.cpuMs + watchdogGraceMs);
      worker.postMessage(message);
    }

    /** What has been settled by now reaches the script as one turn. */
    function deliver(): void {
      if (isEnded || settled.length === 0 || isPausing) return;
      const turn = { at: Date.now(), settled };
      settled = [];
      turns.push(turn);
      post({ type: "turn", ...turn });
    }

    function settle(call: ScriptCall, reply: SettledCall["reply"]): void {
      if (settled.push({ call, reply }) === 1) setImmediate(deliver);
    }

    /** Calls that are under way finish first, and the script will find their results when it goes on. */
    function pauseIfQuiet(): void {
      if (!isPausing || underWay > 0 || isEnded) return;
      if (settled.length > 0) turns.push({ at: Date.now(), settled });
      worker.postMessage({ type: "stop" } satisfies ToWorker);
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

    function receive(message: FromWorker | "ready"): void {
      if (message === "ready") {
        watchdog?.refresh();
        return;
      }
      awaited -= 1;
      if (awaited === 0) {
        clearTimeout(watchdog);
        watchdog = undefined;
      }
      for (const line of message.logs) logs.push(line);
      if (message.ending) {
        finish(message.ending, !message.spent);
        return;
      }
      for (const { id, delayMs } of message.timers) {
        const call = { id, path: "", args: "" };
        const fire = () => {
          timers.delete(id);
          settle(call, done);
        };
        timers.set(id, setTimeout(fire, delayMs));
      }
      for (const id of message.cancelled) {
        clearTimeout(timers.get(id));
        timers.delete(id);
      }
      // Calls that arrive while the run pauses are made again when it goes on.
      if (!isPausing) for (const call of message.calls) void answer(call);
    }

    countTime();
    worker.on("message", receive).once("error", crash).once("exit", crash);
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel, { once: true });
    const { userId, program, seed, startedAt, history } = job;
    post({ type: "run", run: { userId, program, seed, startedAt, limits, history } });
  });
}

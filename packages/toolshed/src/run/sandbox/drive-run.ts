import { limitCpu } from "../../jobs/cpu-time.ts";
import { type SpinPolicy, stayAwake } from "../../jobs/spin-policy.ts";
import type { WorkTurns } from "../../work/work-turns.ts";
import { type LimitName, limitMessage } from "./limits.ts";
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

/** CPU time for a thread beyond its script's limit, such as for reading a message and reporting. */
const spareMs = 500;
/** Concurrent calls of one run. The others wait their turn. */
const maxUnderWay = 32;
const done = { ok: true, json: "null" } as const;
const failure: ScriptError = { name: "Error", message: "The run failed: its sandbox stopped working." };

export interface DrivenRun {
  readonly outcome: SandboxOutcome;
  readonly fitness: Fitness;
  /** Set if the run made room for others and has to continue later. */
  readonly yielded?: { readonly turns: readonly Turn[]; readonly leftMs: number };
}

/** A run that is under way in a thread. */
export interface DrivenThread {
  readonly ended: Promise<DrivenRun>;
  /** Frees the thread once no call is under way. A run that computes and makes no call ends. */
  makeRoom(): void;
}

/** CPU time that a run may use without a call after it was asked to make room, and time if it gets little of a CPU. */
const roomCpuMs = 1_000;
const roomMs = 10_000;
const noRoom: ScriptError = {
  name: "LimitError",
  message:
    "The run was ended because all sandboxes were in use and it kept computing without a call. Split the work into smaller scripts.",
  limit: "cpu",
};

/** What all runs share. */
export interface DriverParts {
  readonly closing: AbortSignal;
  readonly spinPolicy: SpinPolicy;
  readonly callTurns: WorkTurns;
}

/** Drives one run in a thread: answers its calls, keeps its times, and ends it in any case. */
export function driveRun(thread: Thread, job: SandboxJob, parts: DriverParts): DrivenThread {
  let driver: RunDriver | undefined;
  const ended = new Promise<DrivenRun>((resolve) => {
    driver = new RunDriver(thread, job, parts, resolve);
    driver.start();
  });
  return { ended, makeRoom: () => driver?.makeRoom() };
}

class RunDriver {
  readonly #thread: Thread;
  readonly #job: SandboxJob;
  readonly #parts: DriverParts;
  readonly #resolve: (driven: DrivenRun) => void;
  readonly #read: (message: unknown) => WorkerReport;
  readonly #time: TimeBudget;
  readonly #logs = { count: 0, json: "" };
  readonly #turns: Turn[];
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #ready: readonly ScriptCall[] = [];
  #underWay = 0;
  #settled: SettledCall[] = [];
  /** Whether a delivery is about to be made. */
  #isDue = false;
  #isPausing = false;
  #isYielding = false;
  #stopRoomWatch: (() => void) | undefined;
  /** Whether the thread has told anything yet. */
  #hasReported = false;
  #isEnded = false;
  #fitness: Fitness = "fit";
  /** True until the thread reports. */
  #isComputing = false;
  #stopWatching: (() => void) | undefined;

  constructor(thread: Thread, job: SandboxJob, parts: DriverParts, resolve: (driven: DrivenRun) => void) {
    this.#thread = thread;
    this.#job = job;
    this.#parts = parts;
    this.#resolve = resolve;
    this.#read = createReportReader(job.limits);
    this.#time = startTimeBudget(job.timeLeftMs ?? job.limits.timeMs, () => this.#passed("time"));
    this.#turns = [...job.history];
  }

  start(): void {
    const { signal, limits, identity, script, program, seed, startedAt, history } = this.#job;
    this.#thread.listener = {
      onReport: (message) => this.#receive(message),
      onReady: () => this.#watch(),
      onEnd: (reason) => {
        if (this.#isParsing()) this.#endParsing();
        else if (reason === "memory") this.#passed("memory");
        else this.#fail(failure);
      },
    };
    if (signal.aborted) {
      this.#cancel();
      return;
    }
    signal.addEventListener("abort", this.#cancel);
    this.#parts.closing.addEventListener("abort", this.#cancel);
    this.#post({ type: "run", run: { identity, script, program, seed, startedAt, limits, history } });
  }

  makeRoom(): void {
    if (this.#isEnded || this.#isYielding) return;
    this.#isYielding = true;
    // A replay makes no calls either, and ends soon.
    const isReplaying = !this.#hasReported && this.#job.history.length > 0;
    if (this.#isComputing && !isReplaying) {
      const end = () => this.#fail(noRoom);
      const stop = limitCpu(roomCpuMs, this.#thread.readCpu, end);
      const timer = setTimeout(end, roomMs);
      this.#stopRoomWatch = () => {
        stop();
        clearTimeout(timer);
      };
    }
    this.#pauseIfQuiet();
  }

  #finish(ending: ScriptEnding, turns?: readonly Turn[]): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stopWatching?.();
    this.#stopRoomWatch?.();
    const leftMs = this.#time.stop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#job.signal.removeEventListener("abort", this.#cancel);
    this.#parts.closing.removeEventListener("abort", this.#cancel);
    this.#thread.listener = undefined;
    this.#resolve({
      outcome: { ending, logs: this.#logs },
      fitness: this.#fitness,
      ...(turns && { yielded: { turns, leftMs } }),
    });
  }

  #breakOff(ending: ScriptEnding): void {
    this.#fitness = "spent";
    this.#finish(ending);
  }

  #fail(error: ScriptError): void {
    this.#breakOff({ kind: "error", error });
  }

  #passed(limit: LimitName): void {
    this.#fail({ name: "LimitError", message: limitMessage(limit, this.#job.limits), limit });
  }

  readonly #cancel = (): void => this.#fail({ name: "Error", message: "The run was cancelled." });

  #isParsing(): boolean {
    return !this.#hasReported && this.#thread.isParsing();
  }

  #endParsing(): void {
    this.#breakOff({ kind: "refused", error: tooComplex });
  }

  /**
   * Ends a thread that computes too long: the script's own clock does that first, unless QuickJS doesn't ask it. A thread
   * that is still starting is watched once it is ready.
   */
  #watch(): void {
    const { readCpu } = this.#thread;
    const { parseMs, cpuMs } = this.#job.limits;
    this.#stopWatching = limitCpu(parseMs, readCpu, () => {
      if (this.#isParsing()) return this.#endParsing();
      this.#stopWatching = limitCpu(cpuMs + spareMs, readCpu, () => this.#passed("cpu"));
    });
  }

  #post(message: ToWorker): void {
    this.#isComputing = true;
    if (this.#thread.isReady()) this.#watch();
    this.#thread.post(message);
    stayAwake(this.#parts.spinPolicy, () => !this.#isComputing);
  }

  /** What has been settled by now reaches the script as one turn, once it has done with the one before. */
  #deliver(): void {
    this.#isDue = false;
    if (this.#isEnded || this.#isPausing || this.#isYielding) return;
    if (this.#settled.length > 0 && !this.#isComputing) {
      const turn = { at: Date.now(), settled: this.#settled };
      this.#settled = [];
      this.#turns.push(turn);
      this.#post({ type: "turn", turn: toWorkerTurn(turn) });
    }
    // The calls that have waited for these are made while the script computes.
    const made = this.#ready.slice(0, maxUnderWay - this.#underWay);
    this.#ready = this.#ready.slice(made.length);
    this.#underWay += made.length;
    for (const call of made)
      this.#parts.callTurns.enter(this.#job.userId, call.args.length, () => this.#make(call));
  }

  #make(call: ScriptCall): void {
    if (!this.#isEnded) this.#answer(call).catch(() => this.#fail(failure));
  }

  async #answer(call: ScriptCall): Promise<void> {
    const reply = await this.#job.answer(call, this.#time.withoutTime);
    this.#underWay -= 1;
    if (reply === "pause") this.#isPausing = true;
    else this.#settle(call, reply);
    this.#pauseIfQuiet();
  }

  #settle(call: ScriptCall, reply: SettledCall["reply"]): void {
    this.#settled.push({ call, reply });
    // After all that is settled at this very moment.
    if (!this.#isDue) process.nextTick(() => this.#deliver());
    this.#isDue = true;
  }

  /** Calls that are under way finish first, and the script will find their results when it continues. */
  #pauseIfQuiet(): void {
    if (!this.#isPausing && !this.#isYielding) return;
    if (this.#underWay > 0 || this.#isEnded || this.#isComputing) return;
    if (this.#settled.length > 0) this.#turns.push({ at: Date.now(), settled: this.#settled });
    this.#thread.post({ type: "stop" });
    const turns = this.#turns;
    this.#finish({ kind: "paused", turns }, this.#isPausing ? undefined : turns);
  }

  #startTimer({ id, delayMs }: ScriptTimer): void {
    const fire = () => {
      this.#timers.delete(id);
      this.#settle({ id, path: "", args: "" }, done);
    };
    this.#timers.set(id, setTimeout(fire, delayMs));
  }

  #stopTimers(ids: readonly number[]): void {
    if (ids.length === 0) return;
    for (const id of ids) {
      clearTimeout(this.#timers.get(id));
      this.#timers.delete(id);
    }
    // Some may have come due while the script was computing.
    const stopped = new Set(ids);
    this.#settled = this.#settled.filter(({ call }) => !stopped.has(call.id));
  }

  /** Nothing where the thread has sent something else. */
  #readReport(message: unknown): WorkerReport | undefined {
    try {
      return this.#read(message);
    } catch {
      return undefined;
    }
  }

  #receive(message: unknown): void {
    const isAwaited = this.#isComputing;
    this.#isComputing = false;
    this.#stopWatching?.();
    this.#stopRoomWatch?.();
    const report = isAwaited ? this.#readReport(message) : undefined;
    this.#hasReported = true;
    if (report) this.#take(report);
    else this.#fail(failure);
  }

  #take(report: WorkerReport): void {
    this.#logs.count += report.logs.count;
    this.#logs.json += report.logs.json;
    this.#fitness = report.fitness;
    if (report.ending) {
      this.#finish(report.ending);
      return;
    }
    for (const timer of report.timers) this.#startTimer(timer);
    this.#stopTimers(report.cancelled);
    // Calls that are not made before the run pauses are made when it continues.
    this.#ready = this.#ready.length > 0 ? [...this.#ready, ...report.calls] : report.calls;
    this.#deliver();
    this.#pauseIfQuiet();
  }
}

type TimeBudget = ReturnType<typeof startTimeBudget>;

/** The time that a run has, which stands still while a person is asked. */
function startTimeBudget(timeMs: number, onEnd: () => void): { withoutTime: WithoutTime; stop(): number } {
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
    /** Returns how much is left. */
    stop() {
      if (pauses === 0 && !isStopped) pause();
      isStopped = true;
      clearTimeout(timer);
      return Math.max(0, leftMs);
    },
  };
}

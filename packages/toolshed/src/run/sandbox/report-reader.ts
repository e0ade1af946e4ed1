import { type LimitName, type Limits, limitNames } from "./limits.ts";
import type { LogText, ScriptCall, ScriptEnding, ScriptError } from "./sandbox.ts";
import { type Fitness, type FromSandbox, type ScriptTimer, toScriptCall } from "./worker-protocol.ts";

/** A `FromSandbox` that has been checked. */
export interface WorkerReport extends Pick<FromSandbox, "timers" | "cancelled" | "logs" | "fitness"> {
  readonly calls: readonly ScriptCall[];
  readonly ending: Extract<ScriptEnding, { kind: "value" | "error" | "refused" }> | undefined;
}

/** A thread sent what no thread of ours sends. */
class WorkerFault extends Error {}

const maxPathLength = 1_000;
const maxNameLength = 200;
const maxMessageLength = 5_000;
const maxDelayMs = 2_147_483_647;

/**
 * Reads what the thread of one run reports. A script that has broken out of QuickJS can send anything, so nothing is
 * taken on trust: a report that is malformed, repeats an id, or goes beyond the limits of the run throws a `WorkerFault`.
 */
export function createReportReader(limits: Limits): (message: unknown) => WorkerReport {
  let bytes = 0;
  let logBytes = 0;
  const ids = new Set<number>();
  const timerIds = new Set<number>();
  /** Whether the script may not have begun yet. */
  let isFirst = true;

  function readId(id: unknown): number {
    ensure(isInteger(id) && id > 0 && !ids.has(id), "id");
    ids.add(id);
    ensure(ids.size <= limits.calls, "number of calls");
    return id;
  }

  function readCall(line: unknown): ScriptCall {
    const call = toScriptCall(text(line, limits.argumentBytes + limits.bytes, "call"));
    readId(call.id);
    ensure(call.path.length <= maxPathLength, "path");
    ensure(call.args.length <= limits.argumentBytes, "arguments");
    bytes += call.args.length + (call.connection?.length ?? 0);
    ensure(bytes <= limits.bytes, "bytes");
    return call;
  }

  function readTimer(timer: unknown): ScriptTimer {
    const { id, delayMs } = object(timer, "timer");
    ensure(isInteger(delayMs) && delayMs >= 0 && delayMs <= maxDelayMs, "delay");
    timerIds.add(readId(id));
    return { id: id as number, delayMs };
  }

  function readCancelled(id: unknown): number {
    ensure(isInteger(id) && timerIds.delete(id), "cancelled timer");
    return id;
  }

  function readLogs(logs: unknown): LogText {
    const { count: lines, json } = object(logs, "logs");
    ensure(isInteger(lines) && lines >= 0, "number of logs");
    const found = { count: lines, json: text(json, limits.logBytes, "logs") };
    logBytes += found.json.length;
    ensure(logBytes <= limits.logBytes, "logs");
    return found;
  }

  function readEnding(ending: unknown): WorkerReport["ending"] {
    if (ending === undefined) return undefined;
    const { kind, json, error } = object(ending, "ending");
    if (kind === "error" || (kind === "refused" && isFirst)) return { kind, error: readError(error) };
    ensure(kind === "value", "ending");
    return { kind, json: json === undefined ? undefined : text(json, limits.outputBytes, "value") };
  }

  return (message) => {
    const { calls, timers, cancelled, logs, ending, fitness } = object(message, "report");
    const report = {
      timers: list(timers, limits.calls, "timers").map(readTimer),
      calls: list(calls, limits.openCalls, "calls").map(readCall),
      cancelled: list(cancelled, limits.calls, "cancelled timers").map(readCancelled),
      logs: readLogs(logs),
      ending: readEnding(ending),
      fitness: readFitness(fitness),
    };
    isFirst = false;
    return report;
  };
}

function readFitness(fitness: unknown): Fitness {
  ensure(fitness === "fit" || fitness === "slow" || fitness === "spent", "fitness");
  return fitness;
}

function readError(error: unknown): ScriptError {
  const { name, message, line, column, limit } = object(error, "error");
  ensure(line === undefined || isInteger(line), "line");
  ensure(column === undefined || isInteger(column), "column");
  ensure(limit === undefined || limitNames.includes(limit as string), "limit");
  return {
    name: text(name, maxNameLength, "name of an error"),
    message: text(message, maxMessageLength, "message of an error"),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(limit !== undefined && { limit: limit as LimitName }),
  };
}

function ensure(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new WorkerFault(`unexpected ${what}`);
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

function object(value: unknown, what: string): Record<string, unknown> {
  ensure(typeof value === "object" && value !== null, what);
  return value as Record<string, unknown>;
}

function text(value: unknown, max: number, what: string): string {
  ensure(typeof value === "string" && value.length <= max, what);
  return value;
}

function list(value: unknown, max: number, what: string): readonly unknown[] {
  ensure(Array.isArray(value) && value.length <= max, what);
  return value;
}

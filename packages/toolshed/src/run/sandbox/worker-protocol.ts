import { envelopeBounds, parseJson } from "../../json/parse-json.ts";
import type { LogText, SandboxJob, ScriptCall, ScriptEnding, SettledCall, Turn } from "./sandbox.ts";

/** Given to a thread when it starts. */
export interface SandboxData {
  readonly wasmModule: WebAssembly.Module;
  /** Counts the messages to the thread, which sleeps on it. */
  readonly posted: Int32Array;
  /** How many runs there are at this moment, in all threads. */
  readonly runCount: Int32Array;
  /** 1 while the thread parses a script. */
  readonly parsing: Int32Array;
}

export type ToWorker =
  | { readonly type: "run"; readonly run: WorkerRun }
  | { readonly type: "turn"; readonly turn: WorkerTurn }
  | { readonly type: "stop" };

export type WorkerRun = Pick<
  SandboxJob,
  "identity" | "script" | "program" | "seed" | "startedAt" | "limits" | "history"
>;

/** A turn as the script's VM takes it. */
export interface WorkerTurn {
  readonly at: number;
  readonly ids: readonly number[];
  /** JSON: `[[id, 1, value], [id, 0, "message"], …]`. */
  readonly replies: string;
}

/** Answers each message but `stop`: what the script did until it had to wait. Read with `createReportReader`. */
export interface FromSandbox {
  /** Each is a line as the script's VM wrote it: far less work for the threads than objects are. */
  readonly calls: readonly string[];
  readonly timers: readonly ScriptTimer[];
  readonly cancelled: readonly number[];
  readonly logs: LogText;
  readonly ending?: ScriptEnding;
  readonly fitness: Fitness;
}

/**
 * What a thread is still good for after what it has done: any run; runs of the same caller only, since it gives way to
 * all others and cannot take that back; or nothing.
 */
export type Fitness = "fit" | "slow" | "spent";

export interface ScriptTimer {
  readonly id: number;
  readonly delayMs: number;
}

export function toWorkerTurn({ at, settled }: Turn): WorkerTurn {
  return { at, ids: settled.map(({ call }) => call.id), replies: `[${settled.map(replyText).join(",")}]` };
}

const replyText = ({ call, reply }: SettledCall): string =>
  reply.ok ? `[${call.id},1,${reply.json}]` : `[${call.id},0,${JSON.stringify(reply.error)}]`;

/**
 * A line has the id, the path, the arguments and, where the script names one, the connection, all but the first as JSON.
 * The arguments stay text; the rest is checked, since a script may have altered the line.
 */
export function toScriptCall(line: string): ScriptCall {
  // There is no tab within JSON.
  const [id = "", path = "", args = "", connection, ...rest] = line.split("\t");
  if (rest.length > 0) throw new Error("A call has too many parts");
  return {
    id: Number(id),
    path: parseText(path),
    args,
    ...(connection !== undefined && { connection: parseText(connection) }),
  };
}

function parseText(json: string): string {
  const value = parseJson(json, envelopeBounds);
  if (typeof value !== "string") throw new Error("A call has a part that is not text");
  return value;
}

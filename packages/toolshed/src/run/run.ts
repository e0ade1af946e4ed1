import { randomInt, randomUUID } from "node:crypto";
import type { CallRequest } from "../call/call.ts";
import type { Journal } from "./journal/run-journal.ts";
import type { MadeCall } from "./run-answer.ts";
import type { Program, ScriptCall, Turn } from "./sandbox/sandbox.ts";

/** Who runs a script, with what program, and how that person can be asked. */
export type RunVisit = Pick<CallRequest, "caller" | "client" | "signal" | "elicit" | "trace">;

export type ParsedCall = Omit<ScriptCall, "args"> & { readonly args: unknown };

/** A script on its way, which may be interrupted. */
export interface Run {
  readonly id: string;
  readonly script: string;
  /** Known where the script was checked. */
  readonly program?: Program | undefined;
  readonly seed: number;
  readonly startedAt: number;
  readonly allowed: Set<string>;
  readonly calls: Map<number, MadeCall>;
  turns: readonly Turn[];
  /** Whether it has paused, so that something of it is in the store. */
  isKept: boolean;
}

export const createRun = (script: string, program?: Program): Run => ({
  id: randomUUID(),
  program,
  script,
  seed: randomInt(2 ** 31),
  startedAt: Date.now(),
  allowed: new Set(),
  calls: new Map(),
  turns: [],
  isKept: false,
});

export const fromJournal = (id: string, { calls, allowed, ...journal }: Journal): Run => ({
  ...journal,
  id,
  allowed: new Set(allowed),
  calls: new Map(calls.map(([call, made]) => [call, { ...made, args: JSON.stringify(made.args) ?? "null" }])),
  isKept: true,
});

export const toJournal = ({ script, seed, startedAt, turns, calls, allowed }: Run): Journal => ({
  script,
  seed,
  startedAt,
  turns,
  calls: [...calls].map(([id, call]) => [id, { ...call, args: JSON.parse(call.args) }]),
  allowed: [...allowed],
});

/** How much a run has asked and heard. */
export function lengthOf(turns: Run["turns"]): number {
  let length = 0;
  for (const { settled } of turns)
    for (const { call, reply } of settled)
      length += call.args.length + (reply.ok ? reply.json : reply.error).length;
  return length;
}

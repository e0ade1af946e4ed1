import { randomInt, randomUUID } from "node:crypto";
import type { ElicitRequest } from "@toolshed/sdk";
import type { Approval, Approvals } from "../approval/approvals.ts";
import { checkAnswer } from "../approval/check-answer.ts";
import { elicitThroughClient } from "../approval/client-approval.ts";
import type { Call } from "../call/create-call.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { dataBounds, JsonError, parseJson } from "../json/parse-json.ts";
import { Cancellation } from "../work/cancellation.ts";
import type { ScriptWithMentions } from "./check/check-job.ts";
import { checkScript } from "./check/check-script.ts";
import { createDescribeMissing } from "./check/missing-tool.ts";
import { fitAnswer } from "./fit-answer.ts";
import type { Journal } from "./journal/run-journal.ts";
import { createRunQuestions } from "./journal/run-questions.ts";
import { isForm, toPaused } from "./journal/to-paused.ts";
import { createScriptPreparer } from "./prepare/script-preparer.ts";
import type { ParsedCall, Run, RunVisit } from "./run.ts";
import type { PausedQuestion, RunAnswer, WholeAnswer } from "./run-answer.ts";
import { defaultLimits } from "./sandbox/limits.ts";
import type { CallReply, Program, Sandbox, ScriptCall, ScriptError } from "./sandbox/sandbox.ts";
import { createScriptTools, type OwnTool, type ScriptToolParts } from "./script-tools.ts";

export interface RunnerParts extends ScriptToolParts {
  readonly approvals: Approvals;
  readonly call: Call;
  readonly jobs: Jobs;
  readonly sandbox: Sandbox;
  approvalUrl(id: string): string;
}

export interface ResumeRequest {
  readonly executionId: string;
  readonly approved?: boolean | undefined;
  readonly data?: unknown;
}

export type ResumeAnswer = RunAnswer | UnresolvedRun;

export interface UnresolvedRun {
  readonly executionId: string;
  readonly resolved: false;
  readonly message: string;
  /** What a tool still asks, if one does. */
  readonly question?: PausedQuestion | undefined;
}

/** Runs scripts. Never rejects for what a script does: that is in the answer. */
export interface Runner {
  run(script: string, check: boolean, visit: RunVisit): Promise<RunAnswer>;
  /** Continues a paused run with what a person has decided, or tells that nobody has. */
  resume(request: ResumeRequest, visit: RunVisit): Promise<ResumeAnswer>;
}

const maxScriptLength = 200_000;
/** In what is kept of a run, all calls together. */
const maxKeptArguments = 1024 * 1024;
/** Far more parts than arguments have, and few enough to be parsed, checked and recorded in some milliseconds. */
const argumentBounds = { ...dataBounds, values: 20_000 };
/** What a run has asked and heard is stored when it pauses, and read when it goes on. */
const maxPausedLength = 8 * 1024 * 1024;
const tooLongToPause: ScriptError = {
  name: "LimitError",
  message:
    "The run has to wait for a person, but its calls have passed more than 8 MB, which is too much to keep. Ask the tools for less, or make the call that needs approval first.",
};
const noResult: CallReply = { ok: true, json: "null" };

export function createRunner(parts: RunnerParts): Runner {
  const { approvals, call, catalog, jobs, journal, sandbox, visibility, approvalUrl } = parts;
  const describeMissing = createDescribeMissing(catalog);
  const ownTools = createScriptTools(parts, describeMissing);
  const questions = createRunQuestions(approvals);
  const prepare = createScriptPreparer(jobs);
  const ofCaller = ({ caller, signal }: RunVisit) => ({ userId: caller.userId, signal });

  async function check(script: ScriptWithMentions, visit: RunVisit) {
    const visible = await visibility(visit.caller);
    return checkScript(script, { jobs, catalog, visible, describeMissing }, ofCaller(visit));
  }

  async function callTool(run: Run, parsed: ParsedCall, visit: RunVisit): Promise<CallReply | "pause"> {
    const { path, args, connection } = parsed;
    let isWaiting = false;
    let ordinal = 0;
    let value: unknown;
    const onWaiting = () => {
      isWaiting = true;
    };
    const result = await call({
      ...visit,
      path,
      args,
      connection,
      approve: (_tool, used) => questions.approve(run, parsed, used, visit, onWaiting),
      elicit: (request) => questions.elicit(run, parsed, visit, { request, ordinal: ordinal++ }, onWaiting),
      onValue(whole) {
        value = whole;
      },
    });
    if (isWaiting) return "pause";
    if (!result.isError)
      return value === undefined ? noResult : { ok: true, json: JSON.stringify(value) ?? "null" };
    const error = result.content
      .map(({ text }) => text)
      .join("\n")
      .replace(/^Error: /, "");
    if (error !== `Tool not found: ${path}`) return { ok: false, error };
    const { isVisible } = await visibility(visit.caller);
    return { ok: false, error: await describeMissing(path, isVisible) };
  }

  const callOwn = (own: OwnTool, { args }: ParsedCall, { caller }: RunVisit): Promise<CallReply> =>
    own(typeof args === "object" && args !== null ? (args as Record<string, unknown>) : {}, caller).then(
      (json) => ({ ok: true, json }),
      (error: Error) => ({ ok: false, error: error.message }),
    );

  async function answer(run: Run, scriptCall: ScriptCall, visit: RunVisit): Promise<CallReply | "pause"> {
    const { id, path, connection } = scriptCall;
    const started = performance.now();
    const note = (args: string, ok: boolean) => {
      const durationMs = Math.round((performance.now() - started) * 10) / 10;
      const named = connection !== undefined && { connection };
      run.calls.set(id, { path, args, ...named, ok, durationMs });
    };
    const args = readArguments(scriptCall);
    if (args instanceof JsonError) {
      note(JSON.stringify(scriptCall.args.slice(0, 200)), false);
      return { ok: false, error: `The arguments of ${path} cannot be used: ${args.message}` };
    }
    const own = ownTools.get(path);
    const parsed = { ...scriptCall, args };
    const reply = await (own ? callOwn(own, parsed, visit) : callTool(run, parsed, visit));
    if (reply !== "pause") note(scriptCall.args, reply.ok);
    return reply;
  }

  /** Until the script ends, or waits for somebody who cannot be asked here. */
  async function advance(run: Run, from: RunVisit): Promise<RunAnswer> {
    const elicit = async (request: ElicitRequest) => {
      const { caller } = await visibility(from.caller);
      return elicitThroughClient(caller, from.elicit)(request);
    };
    const visit = { ...from, elicit };
    for (;;) {
      const signal = new Cancellation();
      const end = () => signal.abort();
      visit.signal.addEventListener("abort", end);
      const called = { ...visit, signal };
      const underWay = new Set<Promise<unknown>>();
      const { ending: outcome, logs } = await sandbox.run({
        userId: visit.caller.userId,
        identity: JSON.stringify(visit.caller),
        program: run.program,
        seed: run.seed,
        startedAt: run.startedAt,
        limits: defaultLimits,
        signal: visit.signal,
        history: run.turns,
        answer(scriptCall, withoutTime) {
          const elicit = (request: ElicitRequest) => withoutTime(visit.elicit(request));
          const reply = answer(run, scriptCall, { ...called, elicit }).finally(() => underWay.delete(reply));
          underWay.add(reply);
          return reply;
        },
      });
      // Calls of a script that was ended are told to end as well, and are in the answer.
      if (underWay.size > 0) end();
      visit.signal.removeEventListener("abort", end);
      await Promise.allSettled(underWay);
      const calls = [...run.calls].sort(([a], [b]) => a - b).map(([, entry]) => entry);

      if (outcome.kind === "refused") {
        if (run.isKept) await journal.release(run.id);
        return failed(outcome.error);
      }
      if (outcome.kind !== "paused") {
        if (run.isKept) await journal.end(run.id);
        if (run.isKept) await approvals.forgetRun(run.id);
        const done = { calls, logs };
        if (outcome.kind === "error")
          return finish({ success: false, error: friendly(outcome.error, run), ...done }, visit);
        return finish({ success: true, value: outcome.json, ...done }, visit);
      }

      run.turns = outcome.turns;
      run.isKept = true;
      if (lengthOf(outcome.turns) > maxPausedLength) {
        await journal.end(run.id);
        await approvals.forgetRun(run.id);
        return finish({ success: false, error: tooLongToPause, calls, logs }, visit);
      }
      await journal.pause(run.id, visit.caller, toJournal(run));
      const waiting = await questions.waitingOf(run.id);
      const isDecided = await questions.decideHere(waiting, visit);
      const claimed = isDecided ? await journal.claim(run.id) : undefined;
      if (!claimed)
        return finish({ success: false, calls, logs, paused: toPaused(run.id, waiting, approvalUrl) }, visit);
      for (const allowance of claimed.allowed) run.allowed.add(allowance);
    }
  }

  async function finish(whole: WholeAnswer, { caller }: RunVisit): Promise<RunAnswer> {
    const { answer: short, parts: cutParts } = fitAnswer(whole);
    if (cutParts.length === 0) return short;
    const handle = await journal.keepOutput(caller, textsOf(whole));
    const message = `Too long to show. A script gets all of it with tools.output({ handle: "${handle}" }): { value, calls, logs }.`;
    return { ...short, cut: { handle, parts: cutParts, message } };
  }

  const failed = (error: ScriptError): RunAnswer => ({ success: false, error, calls: [], logs: [] });

  return {
    async run(script, isChecked, visit) {
      if (script.length > maxScriptLength) {
        return failed({ name: "Error", message: `The script is longer than ${maxScriptLength} characters.` });
      }
      const prepared = await prepare(script, ofCaller(visit));
      if ("error" in prepared) return failed(prepared.error);
      const { program, mentions, isOpen } = prepared;
      const problem = isChecked && (await check({ script, gives: program.gives, mentions, isOpen }, visit));
      if (problem) return failed(problem);
      const run: Run = {
        id: randomUUID(),
        program: prepared.program,
        script,
        seed: randomInt(2 ** 31),
        startedAt: Date.now(),
        allowed: new Set(),
        calls: new Map(),
        turns: [],
        isKept: false,
      };
      return advance(run, visit);
    },

    async resume({ executionId, approved, data }, visit) {
      const found = await journal.find(executionId);
      const { userId, via, endpointId, modelApproves = false } = visit.caller;
      const unresolved = (message: string, waiting: readonly Approval[] = []): UnresolvedRun => {
        const { question } = toPaused(executionId, waiting, approvalUrl);
        return { executionId, resolved: false, message, ...(question && { question }) };
      };
      const isSameDoor = found?.endpointId == null ? found?.via === via : found.endpointId === endpointId;
      if (found?.userId !== userId || !isSameDoor) return unresolved("No run with this id waits here.");
      if (found.state === "running") {
        return unresolved(
          "This run is going on, or was when its gateway stopped; then it cannot be continued.",
        );
      }
      const undecided = await questions.waitingOf(executionId);
      const form = undecided.find(isForm);
      if (approved === false) {
        const note = data === undefined ? undefined : JSON.stringify(data).slice(0, 1_000);
        for (const approval of undecided) await approvals.decide(approval, false, { note });
      } else if (form?.question && data !== undefined) {
        const problem = checkAnswer(form.question, data);
        if (problem !== undefined) return unresolved(`data does not fit: ${problem}.`, undecided);
        await approvals.decide(form, true, { answer: data as Record<string, unknown> });
      }
      if (approved && modelApproves) {
        for (const approval of undecided) if (!isForm(approval)) await approvals.decide(approval, true);
      }
      const waiting = await questions.waitingOf(executionId);
      if (waiting.length > 0) {
        const { message, approvals: forPeople } = toPaused(executionId, waiting, approvalUrl);
        const isForPeople = approved && forPeople.length > 0;
        return unresolved(`Pending. ${isForPeople ? "Only a person can approve. " : ""}${message}`, waiting);
      }
      // Prepared before it is claimed: a run that cannot be prepared stays paused.
      const paused = await journal.read(executionId);
      if (!paused) return unresolved("No run with this id waits here.");
      const prepared = await prepare(paused.script, ofCaller(visit));
      if ("error" in prepared) return unresolved(`The run cannot be prepared: ${prepared.error.message}`);
      const claimed = await journal.claim(executionId);
      if (!claimed) return unresolved("Another client is already continuing this run.");
      return advance(fromJournal(executionId, prepared.program, claimed), visit);
    },
  };
}

const lengthOf = (turns: Run["turns"]): number => {
  let length = 0;
  for (const { settled } of turns)
    for (const { call, reply } of settled)
      length += call.args.length + (reply.ok ? reply.json : reply.error).length;
  return length;
};

const toJournal = ({ script, seed, startedAt, turns, calls, allowed }: Run): Journal => ({
  script,
  seed,
  startedAt,
  turns,
  calls: [...calls].map(([id, call]) => [id, { ...call, args: JSON.parse(call.args) }]),
  allowed: [...allowed],
});

const fromJournal = (id: string, program: Program, { calls, allowed, ...journal }: Journal): Run => ({
  ...journal,
  id,
  program,
  allowed: new Set(allowed),
  calls: new Map(calls.map(([call, made]) => [call, { ...made, args: JSON.stringify(made.args) ?? "null" }])),
  isKept: true,
});

/** The texts that make up `{ value, calls, logs }` as JSON. Only long arguments are cut: the script had them. */
function* textsOf({ value, calls, logs }: WholeAnswer): Iterable<string> {
  yield "{";
  if (value !== undefined) yield* ['"value":', value, ","];
  yield '"calls":[';
  let left = maxKeptArguments;
  let separator = "";
  for (const { args, ...call } of calls) {
    left -= args.length;
    yield* [`${separator}{"args":`, left >= 0 ? args : '"…"', `,${JSON.stringify(call).slice(1)}`];
    separator = ",";
  }
  yield* ['],"logs":[', logs.json.slice(0, -2), "]}"];
}

function readArguments({ args }: ScriptCall): unknown {
  try {
    return parseJson(args, argumentBounds);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

/** QuickJS has its own words for a module's imports. */
function friendly(error: ScriptError, { script }: Run): ScriptError {
  const line = script.split("\n")[(error.line ?? 0) - 1] ?? "";
  const isModule = error.name === "SyntaxError" && /^\s*(import|export)\b/.test(line);
  return isModule
    ? { ...error, message: "A script can neither import nor export: it has tools, and nothing else." }
    : error;
}

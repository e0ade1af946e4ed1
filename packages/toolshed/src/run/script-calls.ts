import type { Approvals } from "../approval/approvals.ts";
import type { Call } from "../call/call.ts";
import { problemOf } from "../call/outcome.ts";
import { dataBounds, JsonError, parseJson } from "../json/parse-json.ts";
import type { Log } from "../log/log.ts";
import { publicMessage } from "../log/public-message.ts";
import type { DescribeMissing } from "./check/missing-tool.ts";
import type { RunQuestions } from "./journal/run-questions.ts";
import type { ParsedCall, Run, RunVisit } from "./run.ts";
import type { CallReply, ScriptCall } from "./sandbox/sandbox.ts";
import { createScriptTools, type OwnTool, type ScriptToolParts } from "./script-tools.ts";

export interface ScriptCallParts extends ScriptToolParts {
  readonly approvals: Approvals;
  readonly call: Call;
  readonly log: Log;
}

/** Answers a call that a script makes, or says that the run has to wait for a person. Never rejects. */
export type AnswerCall = (run: Run, call: ScriptCall, visit: RunVisit) => Promise<CallReply | "pause">;

/** Far more parts than arguments have, and few enough to be parsed, checked and recorded in some milliseconds. */
const argumentBounds = { ...dataBounds, values: 20_000 };

export function createAnswerCall(
  parts: ScriptCallParts,
  questions: RunQuestions,
  describeMissing: DescribeMissing,
): AnswerCall {
  const { call, log, visibility } = parts;
  const ownTools = createScriptTools(parts, describeMissing);

  async function callTool(run: Run, parsed: ParsedCall, visit: RunVisit): Promise<CallReply | "pause"> {
    const { path, args, connection } = parsed;
    let ordinal = 0;
    const outcome = await call({
      ...visit,
      path,
      args,
      connection,
      wantsValue: true,
      approve: (_tool, used) => questions.approve(run, parsed, used, visit),
      elicit: (request) => questions.elicit(run, parsed, visit, { request, ordinal: ordinal++ }),
    });
    if (outcome.kind === "ok") return { ok: true, json: JSON.stringify(outcome.value) ?? "null" };
    const code = outcome.kind === "refused" ? outcome.code : undefined;
    if (code === "waiting") return "pause";
    if (code !== "not_found") return { ok: false, error: problemOf(outcome) };
    const { isVisible } = await visibility(visit.caller);
    return { ok: false, error: await describeMissing(path, isVisible) };
  }

  async function callOwn(own: OwnTool, { args }: ParsedCall, { caller }: RunVisit): Promise<CallReply> {
    const named = typeof args === "object" && args !== null ? (args as Record<string, unknown>) : {};
    return { ok: true, json: await own(named, caller) };
  }

  return async (run, scriptCall, visit) => {
    const { id, path, connection } = scriptCall;
    const started = performance.now();
    const note = (args: string, ok: boolean) => {
      const durationMs = Math.round((performance.now() - started) * 10) / 10;
      const named = connection !== undefined && { connection };
      run.calls.set(id, { path, args, ...named, ok, durationMs });
    };
    let reply: CallReply | "pause";
    try {
      const parsed = { ...scriptCall, args: parseJson(scriptCall.args, argumentBounds) };
      const own = ownTools.get(path);
      reply = await (own ? callOwn(own, parsed, visit) : callTool(run, parsed, visit));
    } catch (error) {
      if (error instanceof JsonError) {
        note(JSON.stringify(scriptCall.args.slice(0, 200)), false);
        return { ok: false, error: `The arguments of ${path} cannot be used: ${error.message}` };
      }
      reply = { ok: false, error: publicMessage(error, log) };
    }
    if (reply !== "pause") note(scriptCall.args, reply.ok);
    return reply;
  };
}

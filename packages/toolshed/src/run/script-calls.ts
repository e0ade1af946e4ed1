import type { Approvals } from "../approval/approvals.ts";
import type { Call } from "../call/call.ts";
import { problemOf } from "../call/outcome.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { describeTool } from "../catalog/describe-tool.ts";
import { summarizeTool } from "../catalog/summarize-tool.ts";
import type { Visibility } from "../catalog/visibility.ts";
import { dataBounds, JsonError, parseJson } from "../json/parse-json.ts";
import { type Log, publicMessage } from "../log/log.ts";
import type { Caller } from "../policy/caller.ts";
import type { CatalogIndex } from "../search/index-catalog.ts";
import { indexingNote } from "../search/indexing-note.ts";
import { UserError } from "../user-error.ts";
import type { DescribeMissing } from "./check/missing-tool.ts";
import type { RunJournal } from "./journal/run-journal.ts";
import type { RunQuestions } from "./journal/run-questions.ts";
import type { ParsedCall, Run, RunVisit } from "./run.ts";
import type { CallReply, ScriptCall } from "./sandbox/sandbox.ts";

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
      trace: { traceId: visit.trace?.traceId, runId: run.id },
      approve: (_tool, used) => questions.approve(run, parsed, used, visit),
      elicit: (request) => questions.elicit(run, parsed, visit, { request, ordinal: ordinal++ }),
    });
    if (outcome.kind === "ok") return { ok: true, json: JSON.stringify(outcome.value) ?? "null" };
    const code = outcome.kind === "refused" ? outcome.code : undefined;
    if (code === "waiting") return "pause";
    if (code !== "not_found") return { ok: false, error: problemOf(outcome) };
    const { isVisible } = await visibility(visit.caller);
    return { ok: false, error: await describeMissing(path, isVisible, visit.caller.userId) };
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

export interface ScriptToolParts {
  readonly catalog: Catalog;
  readonly index: CatalogIndex;
  readonly visibility: Visibility;
  readonly journal: RunJournal;
}

const maxDescriptionLength = 200;

/** Gives JSON: what is kept as text is passed on unread. */
export type OwnTool = (args: Record<string, unknown>, caller: Caller) => Promise<string>;

/** What a script can call beside the tools of the catalog: `tools.search`, `tools.describe.tool` and `tools.output`. */
function createScriptTools(
  parts: ScriptToolParts,
  describeMissing: DescribeMissing,
): ReadonlyMap<string, OwnTool> {
  const { catalog, index, visibility, journal } = parts;

  const tools: Record<string, OwnTool> = {
    async search({ query, limit = 10 }, caller) {
      if (typeof query !== "string" || query === "")
        throw new UserError('Give a query: tools.search({ query: "…" })');
      const count = Math.min(Math.max(Math.trunc(Number(limit)) || 10, 1), 50);
      const { isVisible } = await visibility(caller);
      const found = await index.search(query.slice(0, 10_000), count, isVisible, caller);
      // The answer is a plain array. Only one without tools would mislead a script.
      if (found.indexing && found.tools.length === 0) throw new UserError(indexingNote(found.indexing));
      return JSON.stringify(found.tools.map((tool) => summarizeTool(tool, maxDescriptionLength)));
    },

    async "describe.tool"({ path }, caller) {
      const tool = catalog.find(String(path));
      const { isVisible, connectionsFor, reconnectFor } = await visibility(caller);
      if (!tool || !isVisible(tool))
        throw new UserError(await describeMissing(String(path), isVisible, caller.userId));
      return JSON.stringify(describeTool(tool, connectionsFor(tool), reconnectFor(tool)));
    },

    async output({ handle }, caller) {
      const body = await journal.readOutput(caller, String(handle));
      if (body === undefined)
        throw new UserError("There is no output with this handle; it is kept for a few days");
      return body;
    },
  };
  // A map, because every object has properties such as `constructor`.
  return new Map(Object.entries(tools));
}

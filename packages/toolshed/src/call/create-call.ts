import type { ParsedArguments } from "@toolshed/sdk";
import { elicitThroughClient } from "../approval/question.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import { connectionLabel } from "../credential/connections.ts";
import { isWithin } from "../json/parse-json.ts";
import { publicMessage } from "../log/log.ts";
import type { Caller } from "../policy/caller.ts";
import { maxBlocks, nobodyToAsk, type SourceTool, WholeResult } from "../source/source.ts";
import type { AskPerson } from "./ask-person.ts";
import { boundResult } from "./bound-result.ts";
import type { Call, CallRequest } from "./call.ts";
import { chooseConnection } from "./choose-connection.ts";
import { type CallOutcome, toOutcome, toToolResult } from "./outcome.ts";
import { DataError, maxDepth, measureData, toPlainData } from "./plain-data.ts";
import type { Recorder, Recording } from "./recorder.ts";
import { redact } from "./redact.ts";
import { CallFailure, Refusal, toFailure } from "./refusal.ts";
import { type RunParts, runTool } from "./run-tool.ts";
import { type ToolResult, valueResult, wholeResult } from "./tool-result.ts";

export interface CallParts extends RunParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly recorder: Recorder;
  readonly askPerson: AskPerson;
  /** What to say about the path of a tool that is gone, to those who could see it until a moment ago. */
  describeClosed?(path: string, isOpen: (tool: SourceTool) => boolean): string | undefined;
}

export function createCall(parts: CallParts): Call {
  const { catalog, visibility, log } = parts;

  /** The tool, and the caller as they are now. */
  async function find({
    caller: admitted,
    path,
  }: CallRequest): Promise<{ tool: SourceTool; caller: Caller }> {
    const tool = catalog.find(path);
    const { accessTo, caller } = await visibility(admitted);
    const access = tool ? accessTo(tool) : "hidden";
    if (tool && access === "open") return { tool, caller };
    if (tool?.quarantined !== undefined && access === "quarantined")
      throw new Refusal("denied", tool.quarantined);
    const closed = parts.describeClosed?.(path, (gone) => accessTo(gone) === "open");
    throw new Refusal("not_found", closed ?? `Tool not found: ${path}`);
  }

  /** A person may answer much later: what they say counts if the caller may still call the tool by then. */
  const checkedAfter =
    <Args extends unknown[], Answer>(request: CallRequest, ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      const answer = await ask(...args);
      await find(request);
      return answer;
    };

  /** The request as it counts now, with all that it may ask of a person. */
  function toCurrent(request: CallRequest, caller: Caller): CallRequest {
    const { approve, clientChannel } = request;
    // A script's calls ask through their run.
    const elicit = approve ? request.elicit : elicitThroughClient(caller, request.elicit);
    return {
      ...request,
      caller,
      elicit: elicit === nobodyToAsk ? elicit : checkedAfter(request, elicit),
      clientChannel: clientChannel?.ask
        ? { ...clientChannel, ask: checkedAfter(request, clientChannel.ask) }
        : clientChannel,
    };
  }

  async function validate(tool: SourceTool, { args }: CallRequest): Promise<unknown> {
    const problem = (text: string) => new Refusal("invalid", `Invalid arguments for ${tool.path}: ${text}`);
    if (!isWithin(args, maxDepth)) throw problem(`they nest more than ${maxDepth} levels deep`);
    let parsed: ParsedArguments;
    try {
      parsed = await tool.parse(args);
    } catch (thrown) {
      throw toFailure(thrown);
    }
    if ("input" in parsed) return parsed.input;
    throw problem(parsed.problem);
  }

  /** What changes something is run only once that is stored; what reads is recorded when it has ended. */
  async function start({ path, readOnly }: SourceTool, recording: Recording): Promise<void> {
    if (readOnly) return;
    try {
      await recording.start();
    } catch (error) {
      log.error(`a call was refused, because it could not be recorded: ${(error as Error).message}`);
      throw new CallFailure(`${path} was not run, because the call could not be recorded. Try again later.`);
    }
  }

  async function attempt(admitted: CallRequest, recording: Recording): Promise<CallOutcome> {
    const { stopwatch, secrets } = recording;
    const { tool, caller } = await find(admitted);
    const request = toCurrent(admitted, caller);
    const input = await validate(tool, request);
    const chosen = await chooseConnection(tool, request, parts.credentials);
    const label = chosen ? connectionLabel(chosen) : null;
    recording.connection = label;
    stopwatch.enter("approval");
    recording.approvalId = await parts.askPerson(tool, request, label);
    stopwatch.enter("record");
    await start(tool, recording);
    stopwatch.enter("upstream");
    const value = await runTool(tool, input, request, chosen, secrets, parts);
    stopwatch.enter("redact");
    try {
      return toAnswer(value, tool, request, secrets);
    } catch (error) {
      if (error instanceof CallFailure) throw error;
      const reason =
        error instanceof DataError ? error.message : `cannot be passed on: ${publicMessage(error, log)}`;
      throw new CallFailure(`${tool.path} has run, but its result ${reason}.`);
    }
  }

  return async (request) => {
    const recording = parts.recorder.begin(request);
    let outcome: CallOutcome;
    try {
      outcome = await attempt(request, recording);
    } catch (thrown) {
      outcome = toOutcome(thrown, recording.secrets, log);
    }
    const isRecorded = await recording.end(outcome, sizeOf(outcome), resultOf(outcome));
    // What is told to have worked can be found in the record.
    return isRecorded || outcome.kind === "failed" || outcome.kind === "refused"
      ? outcome
      : unrecorded(request.path);
  };
}

/** The value as its caller gets it: plain, without secrets, within bounds. */
function toAnswer(
  value: unknown,
  { outputSchema }: SourceTool,
  { wantsValue }: CallRequest,
  secrets: ReadonlySet<string>,
): CallOutcome {
  if (!isWhole(value)) {
    const plain = toPlainData(value);
    const result = boundResult(redact(valueResult(plain, outputSchema !== undefined), secrets), 1);
    return wantsValue ? { kind: "ok", result, value: redact(plain, secrets) } : { kind: "ok", result };
  }
  const whole = toWhole(value);
  if (whole.question) return { kind: "question", question: redact(whole.question, secrets) };
  const result = boundResult(redact(wholeResult(whole), secrets), value.content.length);
  if (whole.isError) return { kind: "failed", message: textOf(result), result };
  return wantsValue
    ? { kind: "ok", result, value: redact(whole.structuredContent ?? textOf(whole), secrets) }
    : { kind: "ok", result };
}

function isWhole(value: unknown): value is WholeResult {
  try {
    return value instanceof WholeResult;
  } catch {
    // A proxy need not tell what it is.
    return false;
  }
}

/** It came as JSON and so is plain; of its blocks no more are looked at than are passed on. */
function toWhole(value: WholeResult): WholeResult {
  const whole =
    value.content.length > maxBlocks
      ? new WholeResult({ ...value, content: value.content.slice(0, maxBlocks) })
      : value;
  measureData(whole);
  return whole;
}

const textOf = ({ content }: Pick<WholeResult, "content">): string =>
  content.flatMap(({ text }) => text ?? []).join("\n");

/** What the tool answered. */
const resultOf = (outcome: CallOutcome): ToolResult | undefined =>
  outcome.kind === "ok" || outcome.kind === "failed" ? outcome.result : undefined;

function sizeOf(outcome: CallOutcome): number {
  if (outcome.kind === "question") return 0;
  let size = 0;
  for (const { text, data = "", resource = data } of toToolResult(outcome).content)
    size += typeof text === "string" ? Buffer.byteLength(text) : measureData(resource);
  return size;
}

const unrecorded = (path: string): CallOutcome => ({
  kind: "failed",
  message: `${path} has run, but the call could not be recorded, and so its result is withheld. Check what it did before you call it again.`,
});

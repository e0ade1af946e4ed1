import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import { elicitThroughClient } from "../approval/client-approval.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import { connectionLabel } from "../credential/connection-label.ts";
import { isWithin } from "../json/parse-json.ts";
import type { Caller } from "../policy/caller.ts";
import type { CallRecord } from "../record/call-record.ts";
import {
  type ClientChannel,
  type Messages,
  nobodyToAsk,
  type Progress,
  type SourceTool,
  UpstreamError,
  WholeResult,
} from "../source/source.ts";
import type { CallSignal } from "../work/cancellation.ts";
import type { AskPerson } from "./ask-person.ts";
import { boundResult, cut, maxBlocks } from "./bound-result.ts";
import { chooseConnection } from "./choose-connection.ts";
import { DataError, maxDepth, measureData, toPlainData } from "./plain-data.ts";
import { createRecorder, type Recording } from "./recorder.ts";
import { redact } from "./redact.ts";
import { type Outcome, Refusal } from "./refusal.ts";
import { type RunParts, runTool } from "./run-tool.ts";
import { errorResult, type ToolResult, valueResult } from "./tool-result.ts";

export interface CallRequest {
  readonly caller: Caller;
  /** The program that calls, as far as it tells. */
  readonly client: string;
  readonly path: string;
  readonly args: unknown;
  /** The name of the connection to use, where there are several of the tool's provider. */
  readonly connection?: string | undefined;
  readonly signal: CallSignal;
  elicit(request: ElicitRequest): Promise<ElicitResult>;
  /** How a script gets an approval where one is needed: resolves with one, rejects with a refusal. */
  approve?(tool: SourceTool, connection: string | null): Promise<void>;
  /** Told the whole value, of which the result has only as much as a model takes. */
  onValue?(value: unknown): void;
  /** Absent where the caller does not want to know. */
  progress?(progress: Progress): void;
  readonly messages?: Messages | undefined;
  readonly clientChannel?: ClientChannel | undefined;
}

/** The one way every call takes. Never rejects: errors are in the result. */
export type Call = (request: CallRequest) => Promise<ToolResult>;

export interface CallParts extends RunParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly record: CallRecord;
  readonly askPerson: AskPerson;
}

export function createCall(parts: CallParts): Call {
  const { catalog, visibility, log } = parts;
  const begin = createRecorder(parts);

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
    throw new Refusal("not_found", `Tool not found: ${path}`);
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
    const parsed = await tool.parse(args);
    if ("input" in parsed) return parsed.input;
    throw problem(parsed.problem);
  }

  /** What changes something is run only once that is stored; what reads is recorded when it has ended. */
  async function start({ path, readOnly }: SourceTool, recording: Recording): Promise<void> {
    if (readOnly) return;
    await recording.start().catch((error) => {
      log.error(`a call was refused, because it could not be recorded: ${error.message}`);
      throw new Refusal(
        "failed",
        `${path} was not run, because the call could not be recorded. Try again later.`,
      );
    });
  }

  async function attempt(
    admitted: CallRequest,
    recording: Recording,
    secrets: Set<string>,
  ): Promise<ToolResult> {
    const { tool, caller } = await find(admitted);
    const request = toCurrent(admitted, caller);
    const input = await validate(tool, request);
    const chosen = await chooseConnection(tool, request, parts.credentials);
    const label = chosen ? connectionLabel(chosen) : null;
    if (label !== null) recording.use(label);
    await parts.askPerson(tool, request, label);
    await start(tool, recording);
    const value = await runTool(tool, input, request, chosen, secrets, parts);
    try {
      return toResult(value, tool, request, secrets);
    } catch (thrown) {
      const error = toError(thrown);
      if (error instanceof Refusal) throw error;
      const reason = error instanceof DataError ? error.message : `cannot be passed on: ${error.message}`;
      throw new Refusal("failed", `${tool.path} has run, but its result ${reason}.`);
    }
  }

  return async (request) => {
    const recording = begin(request);
    const secrets = new Set<string>();
    let outcome: Outcome = "ok";
    let approvalId: string | undefined;
    const result = await attempt(request, recording, secrets).catch((thrown: unknown): ToolResult => {
      const error = toError(thrown);
      outcome = error instanceof Refusal ? error.outcome : "failed";
      if (error instanceof Refusal) approvalId = error.approvalId;
      if (request.clientChannel && error instanceof UpstreamError) return { content: [], error };
      return errorResult(cut(redact(error.message, secrets)));
    });
    if (result.isError && outcome === "ok") outcome = "failed";
    const isRecorded = await recording.end({ outcome, resultBytes: sizeOf(result), approvalId, secrets });
    // What is told to have worked can be found in the record.
    return isRecorded || result.isError ? result : unrecorded(request.path);
  };
}

/** The value as its caller gets it: plain, without secrets, within bounds. */
function toResult(
  value: unknown,
  { outputSchema }: SourceTool,
  { onValue }: CallRequest,
  secrets: ReadonlySet<string>,
): ToolResult {
  const blocks = value instanceof WholeResult ? value.content.length : 1;
  const plain = value instanceof WholeResult ? toWhole(value) : toPlainData(value);
  onValue?.(redact(plain instanceof WholeResult ? plainValue(plain) : plain, secrets));
  return boundResult(redact(valueResult(plain, outputSchema !== undefined), secrets), blocks);
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

/** What a script gets of a result that has several forms. */
const plainValue = ({ structuredContent, content }: WholeResult): unknown =>
  structuredContent ?? content.flatMap(({ text }) => text ?? []).join("\n");

/** What was thrown may be anything, also something that throws when it is looked at. */
function toError(thrown: unknown): Error {
  try {
    if ([Refusal, DataError, UpstreamError].some((ours) => thrown instanceof ours)) return thrown as Error;
    return new Error(String(thrown instanceof Error ? thrown.message : thrown));
  } catch {
    return new Error("The tool failed with an error that cannot be read.");
  }
}

function sizeOf({ content }: ToolResult): number {
  let size = 0;
  for (const { text, data = "", resource = data } of content)
    size += typeof text === "string" ? Buffer.byteLength(text) : measureData(resource);
  return size;
}

function unrecorded(path: string): ToolResult {
  return errorResult(
    `${path} has run, but the call could not be recorded, and so its result is withheld. Check what it did before you call it again.`,
  );
}

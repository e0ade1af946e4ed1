import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import { connectionLabel } from "../credential/connection-label.ts";
import type { Caller } from "../policy/caller.ts";
import type { CallRecord } from "../record/call-record.ts";
import { maskArguments } from "../record/mask-arguments.ts";
import type { Messages, Passage, Progress, SourceTool } from "../source/source.ts";
import { UpstreamError } from "../source/upstream-error.ts";
import { type ContentBlock, WholeResult } from "../source/whole-result.ts";
import type { AskPerson } from "./ask-person.ts";
import { boundResult } from "./bound-result.ts";
import { chooseConnection } from "./choose-connection.ts";
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
  readonly signal: AbortSignal;
  /** What the signal belongs to, where nobody else listens to it: then the tool needs no signal of its own. */
  readonly ending?: AbortController | undefined;
  elicit(request: ElicitRequest): Promise<ElicitResult>;
  /** How a script gets an approval where one is needed: resolves with one, rejects with a refusal. */
  approve?(tool: SourceTool, connection: string | null): Promise<void>;
  /** Told the whole value, of which the result has only as much as a model takes. */
  onValue?(value: unknown): void;
  /** Absent where the caller does not want to know. */
  progress?(progress: Progress): void;
  readonly messages?: Messages | undefined;
  readonly passage?: Passage | undefined;
}

/** The one way every call takes. Never rejects: whatever goes wrong is in the result. */
export type Call = (request: CallRequest) => Promise<ToolResult>;

export interface CallParts extends RunParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly record: CallRecord;
  readonly askPerson: AskPerson;
}

export function createCall(parts: CallParts): Call {
  const { catalog, visibility, record, log } = parts;
  let underWay = 0;

  async function find({ caller, path }: CallRequest): Promise<SourceTool> {
    const tool = catalog.find(path);
    const { accessTo } = await visibility(caller);
    const access = tool ? accessTo(tool) : "hidden";
    if (tool && access === "open") return tool;
    if (tool?.held !== undefined && access === "quarantined") throw new Refusal("denied", tool.held);
    throw new Refusal("not_found", `Tool not found: ${path}`);
  }

  async function validate(tool: SourceTool, { args }: CallRequest): Promise<unknown> {
    const parsed = await tool.parse(args);
    if ("input" in parsed) return parsed.input;
    throw new Refusal("invalid", `Invalid arguments for ${tool.path}: ${parsed.problem}`);
  }

  async function attempt(
    request: CallRequest,
    secrets: Set<string>,
    onConnection: (label: string) => void,
  ): Promise<ToolResult> {
    const tool = await find(request);
    const input = await validate(tool, request);
    const chosen = await chooseConnection(tool, request, parts.credentials);
    const label = chosen ? connectionLabel(chosen) : null;
    if (label !== null) onConnection(label);
    await parts.askPerson(tool, request, label);
    const value = await runTool(tool, input, request, chosen, secrets, parts);
    request.onValue?.(redact(value instanceof WholeResult ? plainValue(value) : value, secrets));
    return boundResult(redact(valueResult(value, tool.outputSchema !== undefined), secrets));
  }

  return async (request) => {
    const { caller, client, path } = request;
    const at = Date.now();
    const started = performance.now();
    underWay += 1;
    const secrets = new Set<string>();
    let outcome: Outcome = "ok";
    let connection: string | null = null;
    const onConnection = (label: string) => {
      connection = label;
    };
    const result = await attempt(request, secrets, onConnection).catch((error: unknown): ToolResult => {
      outcome = error instanceof Refusal ? error.outcome : "failed";
      if (request.passage && error instanceof UpstreamError) return { content: [], error };
      return redact(errorResult(error instanceof Error ? error.message : String(error)), secrets);
    });
    if (result.isError && outcome === "ok") outcome = "failed";
    underWay -= 1;

    const durationMs = Math.round(performance.now() - started);
    const args = redact(maskArguments(request.args), secrets);
    const resultBytes = result.content.reduce((sum, block) => sum + sizeOf(block), 0);
    const { userId, via } = caller;
    const entry = {
      at,
      userId,
      via,
      client,
      path: path.slice(0, 200),
      outcome,
      durationMs,
      resultBytes,
      arguments: args,
      connection,
    };
    const isRecorded = await record.append(entry, underWay === 0).then(
      () => true,
      (error) => {
        log.error(`the record of a call was lost: ${error.message}`);
        return false;
      },
    );
    log.info(`call ${path} by ${via}: ${outcome}, ${durationMs} ms`, {
      path,
      via,
      userId,
      outcome,
      durationMs,
    });
    // What is told to have worked can be found in the record.
    return isRecorded || result.isError ? result : unrecorded(path);
  };
}

/** What a script gets of a result that has several forms. */
const plainValue = ({ structuredContent, content }: WholeResult): unknown =>
  structuredContent ?? content.flatMap(({ text }) => text ?? []).join("\n");

const sizeOf = ({ text, data, resource }: ContentBlock): number =>
  typeof text === "string" ? Buffer.byteLength(text) : (JSON.stringify(data ?? resource)?.length ?? 0);

function unrecorded(path: string): ToolResult {
  return errorResult(
    `${path} has run, but the call could not be recorded, and so its result is withheld. Check what it did before you call it again.`,
  );
}

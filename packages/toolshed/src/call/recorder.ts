import type { Log } from "../log/log.ts";
import type { CallRecord } from "../record/call-record.ts";
import { maskArguments } from "../record/mask-arguments.ts";
import type { NewCallEntry } from "../store/call-rows.ts";
import type { CallRequest } from "./call.ts";
import type { CallOutcome } from "./outcome.ts";
import { redact } from "./redact.ts";

/** Records all that callers ask for. */
export class Recorder {
  readonly record: CallRecord;
  readonly log: Log;
  /** How many calls have begun and not ended. */
  underWay = 0;

  constructor(record: CallRecord, log: Log) {
    this.record = record;
    this.log = log;
  }

  begin(call: RecordedCall): Recording {
    return new Recording(this, call);
  }
}

type RecordedCall = Pick<CallRequest, "caller" | "client" | "path" | "args">;

const maxPathLength = 200;

/** What is stored of one call, from its beginning to its end. */
export class Recording {
  /** What the tool was given and nobody may see. */
  readonly secrets = new Set<string>();
  /** The connection that the call uses. */
  connection: string | null = null;
  readonly #recorder: Recorder;
  readonly #call: RecordedCall;
  readonly #at = Date.now();
  readonly #started = performance.now();
  readonly #arguments: string;
  #id: number | undefined;

  constructor(recorder: Recorder, call: RecordedCall) {
    this.#recorder = recorder;
    this.#call = call;
    this.#arguments = maskArguments(call.args);
    recorder.underWay += 1;
  }

  /** Resolves once it is stored that the tool is about to run, so that no end of the gateway can hide it. */
  async start(): Promise<void> {
    const { record, underWay } = this.#recorder;
    this.#id = await record.start(this.#entry("started", 0, 0), underWay === 1);
  }

  /** Tells whether the end could be stored. Never rejects. */
  async end(outcome: CallOutcome<unknown>, resultBytes: number): Promise<boolean> {
    const { record, log } = this.#recorder;
    const { path, caller } = this.#call;
    const { userId, via } = caller;
    const name = nameOf(outcome);
    const durationMs = Math.round(performance.now() - this.#started);
    log.info(`call ${path} by ${via}: ${name}, ${durationMs} ms`, {
      path,
      via,
      userId,
      outcome: name,
      durationMs,
    });
    this.#recorder.underWay -= 1;
    const isAlone = this.#recorder.underWay === 0;
    const approvalId = outcome.kind === "refused" ? outcome.approvalId : undefined;
    const entry = this.#entry(name, durationMs, resultBytes, approvalId);
    try {
      await (this.#id === undefined
        ? record.append(entry, isAlone)
        : record.complete(this.#id, entry, isAlone));
      return true;
    } catch (error) {
      log.error(`the record of a call was lost: ${(error as Error).message}`);
      return false;
    }
  }

  #entry(outcome: string, durationMs: number, resultBytes: number, approvalId?: string): NewCallEntry {
    const { caller, client, path } = this.#call;
    const { userId, via, endpointId, viewPath } = caller;
    return {
      at: this.#at,
      userId,
      via,
      endpointId,
      client: viewPath === undefined ? client : `View of ${viewPath} in ${client}`,
      path: path.slice(0, maxPathLength),
      outcome,
      durationMs,
      resultBytes,
      arguments: redact(this.#arguments, this.secrets),
      connection: this.connection,
      approvalId,
    };
  }
}

/** As the record has it. A question is the answer to the request that led to it. */
function nameOf(outcome: CallOutcome<unknown>): string {
  if (outcome.kind === "refused") return outcome.code;
  return outcome.kind === "failed" ? "failed" : "ok";
}

import type { Log } from "../log/log.ts";
import type { CallRecord } from "../record/call-record.ts";
import { ClientNames } from "../record/client-names.ts";
import { findSecretTexts, isMasked, maskArguments } from "../record/mask-arguments.ts";
import { createMaskSecrets } from "../record/mask-secrets.ts";
import type { CallResult } from "../record/results/cut-result.ts";
import type { KeptResults } from "../record/results/kept-results.ts";
import { Stopwatch } from "../record/timings.ts";
import type { KeptResult, NewCallEntry } from "../store/call-rows.ts";
import type { CallRequest } from "./call.ts";
import type { CallOutcome } from "./outcome.ts";
import { redact } from "./redact.ts";

/** Records all that callers ask for. */
export class Recorder {
  readonly record: CallRecord;
  readonly log: Log;
  /** Absent where no results are kept. */
  readonly results: Pick<KeptResults, "prepare"> | undefined;
  readonly clientNames = new ClientNames();
  /** How many calls have begun and not ended. */
  underWay = 0;

  constructor(record: CallRecord, log: Log, results?: Pick<KeptResults, "prepare">) {
    this.record = record;
    this.log = log;
    this.results = results;
  }

  begin(call: RecordedCall): Recording {
    return new Recording(this, call);
  }
}

type HowItEnded = Pick<NewCallEntry, "approvalId" | "error" | "timings" | "result">;
type RecordedCall = Pick<CallRequest, "caller" | "client" | "path" | "args" | "trace">;

const maxPathLength = 200;
const maxErrorLength = 1_000;
const maskSecrets = createMaskSecrets([]);

/** What is stored of one call, from its beginning to its end. */
export class Recording {
  /** What the tool was given and nobody may see. */
  readonly secrets = new Set<string>();
  /** The connection that the call uses. */
  connection: string | null = null;
  /** The approval that it was made with. */
  approvalId: string | undefined;
  readonly stopwatch: Stopwatch;
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
    this.stopwatch = new Stopwatch(this.#started, call.trace?.queueMs);
    recorder.underWay += 1;
  }

  /** Resolves once it is stored that the tool is about to run, so that no end of the gateway can hide it. */
  async start(): Promise<void> {
    const { record, underWay } = this.#recorder;
    this.#id = await record.start(this.#entry("started", 0, 0), underWay === 1);
  }

  /** Tells whether the end could be stored. Never rejects. `result` is what the caller gets, without secrets. */
  async end(outcome: CallOutcome<unknown>, resultBytes: number, result?: CallResult): Promise<boolean> {
    const { record, log } = this.#recorder;
    const { path, caller } = this.#call;
    const { userId, via } = caller;
    const name = nameOf(outcome);
    const timings = this.stopwatch.toJson();
    const durationMs = Math.round(performance.now() - this.#started);
    log.info(`call ${path} by ${via}: ${name}, ${durationMs} ms`, {
      path,
      via,
      userId,
      outcome: name,
      durationMs,
    });
    this.#recorder.underWay -= 1;
    try {
      const kept = result && (await this.#keep(result));
      const isAlone = this.#recorder.underWay === 0;
      const entry = this.#entry(name, durationMs, resultBytes, {
        approvalId: (outcome.kind === "refused" ? outcome.approvalId : undefined) ?? this.approvalId,
        error: this.#errorOf(outcome),
        timings,
        result: kept,
      });
      await (this.#id === undefined
        ? record.append(entry, isAlone)
        : record.complete(this.#id, entry, isAlone));
      return true;
    } catch (error) {
      log.error(`the record of a call was lost: ${(error as Error).message}`);
      return false;
    }
  }

  #keep(result: CallResult): Promise<KeptResult | undefined> | undefined {
    return this.#recorder.results?.prepare(() => {
      const secrets = this.#secretArguments();
      return secrets && redact(result, secrets);
    });
  }

  /** What the arguments have under the name of a secret. Nothing if that can't be said. */
  #secretArguments(): Set<string> | undefined {
    try {
      return isMasked(this.#arguments) ? findSecretTexts(this.#call.args) : new Set();
    } catch {
      return undefined;
    }
  }

  #errorOf(outcome: CallOutcome<unknown>): string | undefined {
    if (outcome.kind !== "failed" && outcome.kind !== "refused") return undefined;
    const secrets = this.#secretArguments();
    if (!secrets) return undefined;
    // Masked before it is cut: half a secret would not be recognized.
    const start = outcome.message.slice(0, 10 * maxErrorLength);
    return maskSecrets(redact(start, secrets)).slice(0, maxErrorLength);
  }

  #entry(
    outcome: string,
    durationMs: number,
    resultBytes: number,
    { approvalId, error, timings, result }: HowItEnded = {},
  ): NewCallEntry {
    const { caller, client, path, trace } = this.#call;
    const { userId, via, endpointId, viewPath } = caller;
    const name = this.#recorder.clientNames.of(userId, client);
    return {
      at: this.#at,
      userId,
      via,
      endpointId,
      client: viewPath === undefined ? name : `View of ${viewPath} in ${name}`,
      path: path.slice(0, maxPathLength),
      outcome,
      durationMs,
      resultBytes,
      arguments: redact(this.#arguments, this.secrets),
      connection: this.connection,
      traceId: trace?.traceId,
      runId: trace?.runId,
      approvalId,
      error,
      timings,
      result,
    };
  }
}

/** As the record has it. A question is the answer to the request that led to it. */
function nameOf(outcome: CallOutcome<unknown>): string {
  if (outcome.kind === "refused") return outcome.code;
  return outcome.kind === "failed" ? "failed" : "ok";
}

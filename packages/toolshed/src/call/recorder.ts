import type { Log } from "../log/log.ts";
import type { Caller } from "../policy/caller.ts";
import type { CallRecord } from "../record/call-record.ts";
import { maskArguments } from "../record/mask-arguments.ts";
import { redact } from "./redact.ts";
import type { Outcome } from "./refusal.ts";

export interface RecordedCall {
  readonly caller: Caller;
  /** The program that calls, as far as it tells. */
  readonly client: string;
  readonly path: string;
  readonly args: unknown;
}

/** What is stored of one call, from its beginning to its end. */
export interface Recording {
  /** Notes the connection that the call uses. */
  use(connection: string): void;
  /** Resolves once it is stored that the tool is about to run, so that no end of the gateway can hide it. */
  start(): Promise<void>;
  /** Tells whether the end could be stored. Never rejects. */
  end(ending: {
    outcome: Outcome;
    resultBytes: number;
    /** What it waits for. */
    approvalId?: string | undefined;
    secrets?: ReadonlySet<string> | undefined;
  }): Promise<boolean>;
}

const maxPathLength = 200;

/** Begins the recording of a call. */
export type Recorder = (call: RecordedCall) => Recording;

export function createRecorder({ record, log }: { record: CallRecord; log: Log }): Recorder {
  let underWay = 0;

  return ({ caller, client, path, args }) => {
    const at = Date.now();
    const started = performance.now();
    const masked = maskArguments(args);
    const { userId, via, endpointId } = caller;
    let connection: string | null = null;
    let waitsFor: string | undefined;
    let id: number | undefined;
    underWay += 1;

    const entry = (outcome: string, durationMs: number, resultBytes: number, kept: string) => ({
      at,
      userId,
      via,
      endpointId,
      client,
      path: path.slice(0, maxPathLength),
      outcome,
      durationMs,
      resultBytes,
      arguments: kept,
      connection,
      approvalId: waitsFor,
    });

    return {
      use(label) {
        connection = label;
      },
      async start() {
        id = await record.start(entry("started", 0, 0, masked), underWay === 1);
      },
      async end({ outcome, resultBytes, approvalId, secrets }) {
        underWay -= 1;
        waitsFor = approvalId;
        const durationMs = Math.round(performance.now() - started);
        log.info(`call ${path} by ${via}: ${outcome}, ${durationMs} ms`, {
          path,
          via,
          userId,
          outcome,
          durationMs,
        });
        const ended = entry(outcome, durationMs, resultBytes, secrets ? redact(masked, secrets) : masked);
        const isAlone = underWay === 0;
        try {
          await (id === undefined ? record.append(ended, isAlone) : record.complete(id, ended, isAlone));
          return true;
        } catch (error) {
          log.error(`the record of a call was lost: ${(error as Error).message}`);
          return false;
        }
      },
    };
  };
}

import type { Log } from "../../log/log.ts";
import { exitCodes } from "../exit-codes.ts";

export interface ProcessGuardOptions {
  readonly log: Log;
  /** Answers the requests under way and ends with an exit code that makes a supervisor start the gateway again. */
  fail(): void;
}

/** Errors of a stream whose other end has gone. They affect only that stream. */
const streamCodes = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]);
/** More errors than this in a minute mean that something is broken. */
const maxPerMinute = 100;
const minuteMs = 60_000;

/**
 * Handles errors that no other code has caught. A rejected promise that nobody waits for leaves every other request
 * unchanged, so the gateway logs it and continues. After an exception the state is unknown, so the gateway answers what it
 * has begun and ends.
 */
export function guardProcess({ log, fail }: ProcessGuardOptions): void {
  let recent: number[] = [];

  function note(kind: string, error: unknown, isSound: boolean): void {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error(`${kind}: ${detail}`);
    const now = Date.now();
    recent = [...recent.filter((at) => at > now - minuteMs), now];
    if (!isSound || recent.length > maxPerMinute) fail();
  }

  process.on("unhandledRejection", (reason) => note("unhandled rejection", reason, true));
  process.on("uncaughtException", (error: NodeJS.ErrnoException) =>
    note("uncaught exception", error, streamCodes.has(error.code ?? "")),
  );
}

/** Ends the gateway in order. A second signal ends it immediately, unless it is SIGHUP: closing a terminal can send two. */
export function endOnSignals(end: () => void): void {
  process.on("SIGHUP", end);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      end();
      process.on(signal, () => process.exit(exitCodes.interrupted.code));
    });
  }
}

/**
 * Writes to a standard stream for as long as that is possible. If its reader has gone, its terminal is closed or its disk
 * is full, the text is lost and nothing else happens.
 */
export function createLastingWriter(stream: NodeJS.WritableStream): (text: string) => void {
  stream.on("error", () => {});
  return (text) => {
    try {
      stream.write(text);
    } catch {
      // Node writes to a file synchronously and throws if its disk is full.
    }
  };
}

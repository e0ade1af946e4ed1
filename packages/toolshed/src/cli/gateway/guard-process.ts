import type { Log } from "../../log/log.ts";

export interface ProcessGuardOptions {
  readonly log: Log;
  /** Ends the process in order, with an exit code that tells its supervisor to start it again. */
  fail(): void;
}

/** Streams whose other end has gone: nothing but that stream is affected. */
const streamCodes = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]);
/** More than this in a minute means that something is broken. */
const maxPerMinute = 100;
const minuteMs = 60_000;

/**
 * The last guard, for what no code of ours has caught. A rejected promise that nobody waits for leaves every other
 * request as it was, so the gateway logs it and continues. After an exception the state may be anything: the gateway
 * answers what it has begun and ends.
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

import { createGuardedFetch, type GuardedFetch } from "./guarded-fetch.ts";

/** A call may be answered late and a stream pause for long: both have limits of their own elsewhere. */
const patienceMs = 60 * 60 * 1000;
/** The largest message a program may send: it is parsed on the main thread. */
const maxBodyBytes = 16 * 1024 * 1024;
/** As long as a line of a program may be. */
const maxEventBytes = 16 * 1024 * 1024;

/** A guarded fetch for servers that answer with streams. */
export function createUpstreamFetch(allowPrivate: readonly string[]): GuardedFetch {
  return createGuardedFetch({
    allowPrivate,
    headersTimeoutMs: patienceMs,
    bodyTimeoutMs: patienceMs,
    maxBodyBytes,
    maxEventBytes,
  });
}

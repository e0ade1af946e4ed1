import { UserError } from "../user-error.ts";

/** There is no way to the database at the moment. The cause says more, for the log. */
export class DatabaseUnreachable extends UserError {
  constructor(cause: unknown) {
    super("The database cannot be reached; try again.", { cause });
  }
}

const codes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  // PostgreSQL is shutting down, was crashed, is starting, or has no connection left.
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);
/** The driver gives these no code. */
const messages = /connection terminated|timeout exceeded|read timeout|not queryable/i;

/** PostgreSQL has no U+0000, and no half of a surrogate pair. */
const unstorableText = new Set(["22021", "22P05"]);

/** Tells apart a broken connection, a text that the database rejects, and a faulty query. */
export function toStoreError(error: Error & { code?: string }): Error {
  const { code = "", message } = error;
  if (unstorableText.has(code))
    return new UserError("Text must be Unicode, without U+0000.", { cause: error });
  return codes.has(code) || code.startsWith("08") || messages.test(message)
    ? new DatabaseUnreachable(error)
    : error;
}

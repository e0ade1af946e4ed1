import { DatabaseUnreachable } from "./database-unreachable.ts";

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

/** Tells what is wrong with the way to the database from what is wrong with a query. */
export function toStoreError(error: Error & { code?: string }): Error {
  const { code = "", message } = error;
  return codes.has(code) || code.startsWith("08") || messages.test(message)
    ? new DatabaseUnreachable(error)
    : error;
}

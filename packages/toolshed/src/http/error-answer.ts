import { HTTPException } from "hono/http-exception";
import { type Log, publicMessage } from "../log/log.ts";
import { DatabaseUnreachable } from "../store/database-unreachable.ts";
import { UserError } from "../user-error.ts";
import type { Answer } from "./answer.ts";

/** What a client is told of an error. Details of our own failures are in the log only. */
export function errorAnswer(error: unknown, log: Log): Answer {
  if (error instanceof HTTPException) return { status: error.status, body: { error: error.message } };
  if (error instanceof DatabaseUnreachable) {
    log.warn(`the database cannot be reached: ${(error.cause as Error).message}`);
    return { status: 503, headers: { "Retry-After": "1" }, body: { error: error.message } };
  }
  if (error instanceof UserError) {
    const { message, code } = error;
    return { status: 422, body: { error: message, ...(code !== undefined && { code }) } };
  }
  return { status: 500, body: { error: publicMessage(error, log) } };
}

/** The same where there is no answer of its own. */
export const errorText = (error: unknown, log: Log): string =>
  (errorAnswer(error, log).body as { error: string }).error;

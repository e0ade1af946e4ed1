import { randomUUID } from "node:crypto";
import { UserError } from "../user-error.ts";
import type { Log } from "./log.ts";

/** What a caller may know of an error of our own code. Unless it is meant for people, its details are in the log only. */
export function publicMessage(error: unknown, log: Log): string {
  if (error instanceof UserError) return error.message;
  const id = randomUUID();
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error(`internal error (${id}): ${details}`);
  return `internal error (${id})`;
}

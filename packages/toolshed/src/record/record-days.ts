import { retention } from "../store/retention.ts";
import { UserError } from "../user-error.ts";

const standard = 30;
const most = 3_650;

/** How many days calls are kept: `TOOLSHED_RECORD_DAYS`. */
export function recordDays({ TOOLSHED_RECORD_DAYS: given }: NodeJS.ProcessEnv): number {
  if (!given) return standard;
  const days = Number(given);
  if (Number.isInteger(days) && days >= 1 && days <= most) return days;
  throw new UserError(`TOOLSHED_RECORD_DAYS is not a number of days from 1 to ${most}: set it to 30, say.`);
}

const leastCalls = 1_000;
const mostCalls = 1_000_000_000;

/** How many calls are kept at most: `TOOLSHED_RECORD_CALLS`. */
export function recordCalls({ TOOLSHED_RECORD_CALLS: given }: NodeJS.ProcessEnv): number {
  if (!given) return retention.call_record.total.rows;
  const calls = Number(given);
  if (Number.isInteger(calls) && calls >= leastCalls && calls <= mostCalls) return calls;
  throw new UserError(
    `TOOLSHED_RECORD_CALLS is "${given}": give a number of calls from ${leastCalls} to ${mostCalls}.`,
  );
}

import { createRateLimit, type RateLimit } from "../../store/rate-limit.ts";
import type { Store } from "../../store/store.ts";
import { UserError } from "../../user-error.ts";

/** How often agents may ask. */
export interface RequestLimits {
  /** Of each endpoint. */
  readonly calls: RateLimit;
  /** Of each address, with tokens that open nothing. */
  readonly misses: RateLimit;
  /** Of each address, to be let in as a client. */
  readonly grants: RateLimit;
}

const windowMs = 60_000;
const callsPerMinute = 6_000;
const missesPerMinute = 60;
const grantsPerMinute = 120;

/** A gateway that only its own machine reaches is not limited unless a setting says so. */
export function createRequestLimits(store: Store, environment: NodeJS.ProcessEnv): RequestLimits {
  const isShared = Boolean(environment.TOOLSHED_PUBLIC_URL || environment.DATABASE_URL);
  const perMinute = (name: string, variable: string, usual: number) => {
    const limit = readCount(environment, variable) ?? (isShared ? usual : Number.POSITIVE_INFINITY);
    return createRateLimit(store, { name, limit, windowMs });
  };
  return {
    calls: perMinute("calls", "TOOLSHED_CALLS_PER_MINUTE", callsPerMinute),
    misses: perMinute("misses", "TOOLSHED_MISSES_PER_MINUTE", missesPerMinute),
    grants: perMinute("grants", "TOOLSHED_GRANTS_PER_MINUTE", grantsPerMinute),
  };
}

function readCount(environment: NodeJS.ProcessEnv, variable: string): number | undefined {
  const text = environment[variable];
  if (!text) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UserError(
    `${variable} is "${text}", which is not a count: give a number such as ${variable}=600.`,
  );
}

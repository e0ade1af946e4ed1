import type { Credentials } from "../credential/credentials.ts";
import type { Log } from "../log/log.ts";
import type { SourceCall } from "./source.ts";

const timeoutMs = 60_000;

/** What a source is asked by itself, with the credentials of the user who wants to know. */
export function backgroundCall(userId: string, credentials: Credentials, log: Log): SourceCall {
  const signal = AbortSignal.timeout(timeoutMs);
  return {
    userId,
    role: "",
    auth: {
      getToken: (provider = "") => credentials.resolveToken(userId, provider),
    },
    elicit: async () => ({ action: "unavailable" }),
    progress() {},
    conceal() {},
    logger: log,
    signal,
    fetch: (target, init) => fetch(target, { signal, ...init }),
  };
}

import type { Call } from "./create-call.ts";

export interface DrainedCall {
  readonly call: Call;
  /** Resolves when no call is under way, or when the time is up. */
  drain(timeoutMs: number): Promise<void>;
}

export function createDrainedCall(call: Call): DrainedCall {
  const underWay = new Set<Promise<unknown>>();

  return {
    call(request) {
      const promise = call(request).finally(() => underWay.delete(promise));
      underWay.add(promise);
      return promise;
    },
    async drain(timeoutMs) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([Promise.all(underWay), timeout]);
      clearTimeout(timer);
    },
  };
}

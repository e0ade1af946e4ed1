import type { WithoutTime } from "./sandbox.ts";

/** The time that a run has, which stands still while a person is asked. */
export function startTimeBudget(
  timeMs: number,
  onEnd: () => void,
): { withoutTime: WithoutTime; stop(): void } {
  let leftMs = timeMs;
  let countedFrom = 0;
  let pauses = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function count(): void {
    if (isStopped) return;
    countedFrom = performance.now();
    timer = setTimeout(onEnd, leftMs);
  }

  function pause(): void {
    clearTimeout(timer);
    leftMs -= performance.now() - countedFrom;
  }

  count();
  return {
    withoutTime(waiting) {
      if (++pauses === 1) pause();
      return waiting.finally(() => {
        if (--pauses === 0) count();
      });
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** A link that a View wants to open. */
export interface LinkQuestion {
  readonly url: string;
  answer(isOpened: boolean): void;
}

const mostPerMinute = 5;
const minuteMs = 60_000;

/** Asks about one link at a time, and about a few per minute. All others of a View are refused. */
export function createLinkQuestions(show: (question: LinkQuestion | undefined) => void) {
  let isAsking = false;
  let asked: number[] = [];

  return async (url: string, signal: AbortSignal): Promise<boolean> => {
    const now = Date.now();
    asked = asked.filter((at) => now - at < minuteMs);
    if (isAsking || asked.length >= mostPerMinute || signal.aborted) return false;
    asked.push(now);
    isAsking = true;
    const isOpened = await new Promise<boolean>((answer) => {
      signal.addEventListener("abort", () => answer(false));
      show({ url, answer });
    });
    isAsking = false;
    show(undefined);
    return isOpened;
  };
}

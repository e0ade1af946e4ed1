import type { Events } from "./store.ts";

/** Events can be lost on the way, so whoever follows looks by itself now and then. */
const lookAgainMs = 15_000;

/** Gives a turn at once, and another one whenever the topic may have changed since the last began. Ends with the signal. */
export async function* followTopic(
  events: Events,
  topic: string,
  signal: AbortSignal,
  concerns: (detail: string) => boolean = () => true,
): AsyncGenerator<undefined> {
  let isTold = false;
  let wake = () => {};
  const tell = () => {
    isTold = true;
    wake();
  };
  const unsubscribe = events.subscribe(topic, (detail) => {
    if (detail === "" || concerns(detail)) tell();
  });
  signal.addEventListener("abort", tell);
  try {
    while (!signal.aborted) {
      isTold = false;
      yield undefined;
      if (isTold) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookAgainMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) wake();
      });
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", tell);
  }
}

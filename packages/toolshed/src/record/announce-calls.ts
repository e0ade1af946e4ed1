import type { Events } from "../store/store.ts";

const pauseMs = 200;

/** Tells whoever follows that there are new calls: at once, and under load only a few times a second. */
export function announceCalls(events: Events): () => void {
  let waiting: NodeJS.Timeout | undefined;
  let again = false;

  function publish() {
    again = false;
    // Who follows looks again by itself, should this one be lost.
    events.publish("calls").catch(() => {});
    waiting = setTimeout(() => {
      waiting = undefined;
      if (again) publish();
    }, pauseMs).unref();
  }

  return () => {
    if (waiting) again = true;
    else publish();
  };
}

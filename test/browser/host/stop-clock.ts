import type { Page } from "playwright-core";

/** Stops the clock in the page and its frames. From then on only `page.clock.runFor` passes time. */
export async function stopClock({ clock }: Page): Promise<void> {
  await clock.install({ time: 0 });
  await clock.pauseAt(60_000);
}

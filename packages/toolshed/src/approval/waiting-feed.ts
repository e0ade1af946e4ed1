import { createFeed } from "../store/feed.ts";
import type { Events } from "../store/store.ts";
import { type Approvals, approvalsTopic } from "./approvals.ts";

/** How many approvals wait, for all who follow that. */
export type WaitingFeed = ReturnType<typeof createWaitingFeed>;

interface Waiting {
  readonly byOwner: ReadonlyMap<string, number>;
  /** Whose have changed. An empty name stands for everyone. */
  readonly changed: ReadonlySet<string>;
}

export function createWaitingFeed(approvals: Approvals, events: Events) {
  const feed = createFeed<Waiting>({
    events,
    topic: approvalsTopic,
    open: async () => async (changed) => [{ byOwner: await approvals.countByOwner(), changed }],
  });

  return {
    /** Yields how many wait for these owners: first the current count, then each change. `undefined` means that nothing changed for a while. */
    async *follow(owners: readonly string[], signal: AbortSignal): AsyncGenerator<number | undefined> {
      const countOf = ({ byOwner }: Waiting) =>
        owners.reduce((sum, owner) => sum + (byOwner.get(owner) ?? 0), 0);
      const live = await feed.follow(signal);
      let last = await approvals.countWaiting(owners);
      yield last;
      for await (const batch of live) {
        const concerns = batch.some(({ changed }) => ["", ...owners].some((owner) => changed.has(owner)));
        const latest = batch.at(-1);
        const count = latest ? countOf(latest) : last;
        if (concerns || count !== last) yield count;
        else if (batch.some(({ changed }) => changed.size === 0)) yield undefined;
        last = count;
      }
    },
  };
}

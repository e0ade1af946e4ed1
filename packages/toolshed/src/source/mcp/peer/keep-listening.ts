import { setTimeout as sleep } from "node:timers/promises";
import type { SubscriptionFilter } from "@modelcontextprotocol/client";
import type { UpstreamPeer } from "./upstream-peer.ts";

const firstDelayMs = 1_000;
const maxDelayMs = 60_000;

/**
 * Listens to the notifications of a server of the newer revision. A stream that breaks is opened again, more slowly the
 * sooner it breaks, until it is closed or the connection is. `onAgain` is called then: what happened in between was
 * missed.
 */
export async function keepListening(
  peer: UpstreamPeer,
  filter: SubscriptionFilter,
  timeoutMs: number | undefined,
  onAgain: () => void,
): Promise<{ close(): void }> {
  const closing = new AbortController();
  let listening = await peer.listen(filter, timeoutMs);

  async function follow(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const since = Date.now();
      await listening.closed;
      if (Date.now() - since > maxDelayMs) tries = 0;
      const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** tries);
      await sleep(delayMs, undefined, { signal: closing.signal, ref: false });
      const opened = await peer.listen(filter).catch(() => undefined);
      if (!opened) continue;
      listening = opened;
      onAgain();
    }
  }

  peer.ended.then(
    () => closing.abort(),
    () => closing.abort(),
  );
  // It ends by being aborted.
  follow().catch(() => {});
  return {
    close() {
      closing.abort();
      listening.close();
    },
  };
}

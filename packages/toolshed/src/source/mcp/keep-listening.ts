import { setTimeout as sleep } from "node:timers/promises";
import type { Client, McpSubscription, SubscriptionFilter } from "@modelcontextprotocol/client";

const firstDelayMs = 1_000;
const maxDelayMs = 60_000;

/**
 * Listens to what a server of the newer revision tells by itself. A stream that breaks is opened again, more slowly the
 * sooner it breaks, until it is closed or the client is. `onAgain` is called then: what happened in between was missed.
 */
export async function keepListening(
  client: Client,
  filter: SubscriptionFilter,
  onAgain: () => void,
  first?: McpSubscription,
): Promise<Pick<McpSubscription, "close">> {
  const closing = new AbortController();
  let subscription = first ?? (await client.listen(filter));

  async function follow(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const since = Date.now();
      await subscription.closed;
      if (Date.now() - since > maxDelayMs) tries = 0;
      const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** tries);
      await sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (closing.signal.aborted || !client.transport) return;
      const opened = await client.listen(filter).catch(() => undefined);
      if (!opened) continue;
      subscription = opened;
      onAgain();
    }
  }

  // It rejects only where what follows from a broken stream has failed, which the next connection makes good.
  follow().catch(() => {});
  return {
    async close() {
      closing.abort();
      await subscription.close();
    },
  };
}

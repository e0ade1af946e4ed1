import type { Client, McpSubscription } from "@modelcontextprotocol/client";
import { keepListening } from "./keep-listening.ts";

/** The resources that a server was asked to tell changes of, each as often as it was asked for. */
export interface Watches {
  add(client: Client, uri: string): Promise<void>;
  remove(client: Client, uri: string): Promise<void>;
  /** Asks a new connection for all of them. */
  renew(client: Client): Promise<void>;
}

/** `onMissed` is told of each whose changes could not be heard for a while. */
export function createWatches(onMissed: (uri: string) => void): Watches {
  const counts = new Map<string, number>();
  const streams = new Map<string, Pick<McpSubscription, "close">>();

  async function start(client: Client, uri: string): Promise<void> {
    if (client.getProtocolEra() === "modern") {
      const filter = { resourceSubscriptions: [uri] };
      streams.set(uri, await keepListening(client, filter, () => onMissed(uri)));
    } else await client.subscribeResource({ uri });
  }

  return {
    async add(client, uri) {
      if (!counts.has(uri)) await start(client, uri);
      counts.set(uri, (counts.get(uri) ?? 0) + 1);
    },

    async remove(client, uri) {
      const count = counts.get(uri) ?? 0;
      if (count > 1) {
        counts.set(uri, count - 1);
        return;
      }
      counts.delete(uri);
      await streams.get(uri)?.close();
      if (!streams.delete(uri)) await client.unsubscribeResource({ uri });
    },

    async renew(client) {
      streams.clear();
      for (const uri of counts.keys()) {
        // One that is no longer there keeps no other away.
        await start(client, uri).catch(() => counts.delete(uri));
      }
    },
  };
}

import { keepListening } from "../peer/keep-listening.ts";
import type { UpstreamPeer } from "../peer/upstream-peer.ts";

/** The resources that a server was asked to tell changes of, each as often as it was asked for. */
export class Watches {
  readonly #counts = new Map<string, number>();
  readonly #streams = new Map<string, { close(): void }>();
  readonly #onMissed: (uri: string) => void;

  /** `onMissed` is called for each whose changes could not be heard for a while. */
  constructor(onMissed: (uri: string) => void) {
    this.#onMissed = onMissed;
  }

  async add(peer: UpstreamPeer, uri: string): Promise<void> {
    if (!this.#counts.has(uri)) await this.#start(peer, uri);
    this.#counts.set(uri, (this.#counts.get(uri) ?? 0) + 1);
  }

  async remove(peer: UpstreamPeer, uri: string): Promise<void> {
    const count = this.#counts.get(uri) ?? 0;
    if (count > 1) {
      this.#counts.set(uri, count - 1);
      return;
    }
    this.#counts.delete(uri);
    this.#streams.get(uri)?.close();
    if (!this.#streams.delete(uri)) await peer.request("resources/unsubscribe", { uri }, { timeoutMs });
  }

  /** Asks a new connection for all of them. */
  async renew(peer: UpstreamPeer): Promise<void> {
    this.#streams.clear();
    for (const uri of this.#counts.keys()) {
      // One that is no longer there keeps no other away.
      await this.#start(peer, uri).catch(() => this.#counts.delete(uri));
    }
  }

  async #start(peer: UpstreamPeer, uri: string): Promise<void> {
    if (peer.isModern) {
      const filter = { resourceSubscriptions: [uri] };
      this.#streams.set(uri, await keepListening(peer, filter, timeoutMs, () => this.#onMissed(uri)));
    } else await peer.request("resources/subscribe", { uri }, { timeoutMs });
  }
}

const timeoutMs = 60_000;

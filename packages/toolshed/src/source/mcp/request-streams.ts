import type { JSONRPCMessage, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport["send"]>[1]>;

/**
 * Closes the exchange of each request that is over. The SDK tells a server of the older revisions that a request is
 * cancelled, and goes on to read its stream for as long as the server likes.
 */
export interface RequestStreams {
  /** Sends a request so that its exchange can be closed. */
  follow(id: unknown, options: SendOptions, send: (options: SendOptions) => Promise<void>): Promise<void>;
  /** Closes the exchange of a request that nobody waits for any more. */
  end(id: unknown): void;
  /** Takes note of each message that is received. */
  note(message: JSONRPCMessage): void;
}

interface Exchange {
  readonly ending: AbortController;
  /** Whether the answer is on a stream, which may go on after it. */
  isStream: boolean;
}

/** Most servers end a stream right after the answer: then the connection can be used again. */
const lingerMs = 1_000;

/** `onUnanswered` is told of requests whose stream has ended before the answer came. */
export function createRequestStreams(onUnanswered: (id: unknown) => void): RequestStreams {
  const exchanges = new Map<unknown, Exchange>();

  return {
    async follow(id, options, send) {
      const { requestSignal } = options;
      const ending = new AbortController();
      const exchange: Exchange = { ending, isStream: false };
      exchanges.set(id, exchange);
      requestSignal?.addEventListener("abort", () => ending.abort(requestSignal.reason), { once: true });
      try {
        await send({
          ...options,
          requestSignal: ending.signal,
          onRequestStreamEnd() {
            if (exchanges.delete(id)) onUnanswered(id);
            options.onRequestStreamEnd?.();
          },
        });
        exchange.isStream = true;
      } catch (error) {
        exchanges.delete(id);
        throw error;
      }
    },

    end(id) {
      exchanges.get(id)?.ending.abort();
      exchanges.delete(id);
    },

    note(message) {
      if ("method" in message) return;
      const exchange = exchanges.get(message.id);
      exchanges.delete(message.id);
      if (exchange?.isStream) setTimeout(() => exchange.ending.abort(), lingerMs).unref();
    },
  };
}

import type { JSONRPCMessage } from "@toolshed/apps/rpc";
import type { ServerEvent } from "./event-parser.ts";
import { HttpError, isOfType, RemoteTransport, toHttpError } from "./remote-transport.ts";
import type { MessageContext } from "./upstream-transport.ts";

/**
 * Speaks with a server of before 2025-03-26: one stream for all it sends. Closes when that stream breaks: on another
 * one nothing is known of the calls that wait.
 */
export class SseTransport extends RemoteTransport {
  #endpoint: URL | undefined;

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.exchange(({ signal }) => this.#follow(signal, resolve))
        .then(
          () => this.fail("broke the connection off"),
          (error) => {
            if (error instanceof HttpError) this.reason ??= error.message;
            reject(error);
          },
        )
        .then(() => this.close())
        .then(() => reject(new Error(`The server ${this.reason}`)), reject);
    });
  }

  async #follow(signal: AbortSignal, onReady: () => void): Promise<void> {
    const response = await this.sendFor(undefined, (credentials) =>
      this.options.fetch(this.options.url, {
        headers: { accept: "text/event-stream", ...credentials },
        signal,
      }),
    );
    if (!response.ok || !isOfType(response, "events")) {
      await response.body?.cancel();
      throw new HttpError(response.status, `answered with status ${response.status}`);
    }
    await this.readEvents(response, (event) => {
      if (event.type !== "endpoint") return this.takeEvent(event);
      this.#endpoint = this.#toEndpoint(event);
      onReady();
      return this.charge(1, event.length);
    });
  }

  #toEndpoint({ data }: ServerEvent): URL {
    const { url } = this.options;
    const endpoint = new URL(data, url);
    if (endpoint.origin !== url.origin)
      throw new Error("names an address of another origin for its messages");
    return endpoint;
  }

  protected async deliver(message: JSONRPCMessage, { call }: MessageContext): Promise<void> {
    const endpoint = this.#endpoint;
    if (!endpoint) throw new Error("Not connected");
    const body = JSON.stringify(message);
    await this.exchange(async (ending) => {
      const answer = await this.sendFor(call, (credentials) => {
        const headers = { "content-type": "application/json", ...credentials };
        return this.options.fetch.post(endpoint, { headers, body, ending });
      });
      if (typeof answer === "string") return;
      if (!answer.ok) throw await toHttpError(answer, `Error POSTing to endpoint (HTTP ${answer.status})`);
      await answer.body?.cancel();
    });
  }
}

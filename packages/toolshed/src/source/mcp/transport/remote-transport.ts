import { RefusedRequest } from "../../../net/address-guard.ts";
import type { GuardedFetch } from "../../../net/guarded-fetch.ts";
import { Cancellation } from "../../../work/cancellation.ts";
import { createTimeSlices } from "../../../work/time-slices.ts";
import type { SourceCall } from "../../source.ts";
import { EventParser, type ServerEvent } from "./event-parser.ts";
import { type FloodGuard, UpstreamTransport } from "./upstream-transport.ts";

export interface RemoteOptions {
  readonly url: URL;
  readonly fetch: GuardedFetch;
  readonly flood: FloodGuard;
  /** What requests for this call have beside the headers of the protocol; without a call, for the connection itself. */
  headersFor(call: SourceCall | undefined): Promise<Readonly<Record<string, string>>>;
  /** Others in place of those that the server refused with 401. Nothing if there are none. */
  renewHeaders(
    call: SourceCall | undefined,
    refused: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>> | undefined>;
}

/** The server answered, and refused. */
export class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The status with which the server has refused, where that is why something failed. */
export function refusalStatus(error: unknown): number | undefined {
  const { cause } = Object(error) as { cause?: unknown };
  return [error, cause].find((one) => one instanceof HttpError)?.status;
}

const maxShownLength = 2_000;
const types = { json: "application/json", events: "text/event-stream" } as const;

export const isOfType = ({ headers }: Response, type: keyof typeof types): boolean =>
  headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() === types[type];

/** An answer that tells what is wrong, as far as it is worth showing. */
export async function toHttpError(response: Response, intro: string): Promise<HttpError> {
  const text = isOfType(response, "events") ? "" : await response.text();
  await response.body?.cancel().catch(() => {});
  return new HttpError(response.status, `${intro}: ${text.slice(0, maxShownLength)}`);
}

/** A server at an address, over any number of HTTP requests. */
export abstract class RemoteTransport extends UpstreamTransport {
  override readonly isRemote = true;
  protected readonly options: RemoteOptions;
  readonly #underWay = new Set<Cancellation>();
  #isClosed = false;

  constructor(options: RemoteOptions) {
    super(options.flood);
    this.options = options;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const exchange of this.#underWay) exchange.abort();
    this.onclose?.();
  }

  /** Runs an exchange, which is aborted when the transport closes. */
  protected async exchange(run: (ending: Cancellation) => Promise<void>): Promise<void> {
    if (this.#isClosed) throw new Error("The connection is closed");
    const ending = new Cancellation();
    this.#underWay.add(ending);
    try {
      await run(ending);
    } finally {
      this.#underWay.delete(ending);
    }
  }

  /** Sends a request for the call, and once more if the server refused its credentials and there are others: it did not run. */
  protected async sendFor<Answer extends string | Response>(
    call: SourceCall | undefined,
    send: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
  ): Promise<Answer> {
    const { headersFor, renewHeaders } = this.options;
    const headers = await headersFor(call);
    const answer = await send(headers);
    if (typeof answer === "string" || answer.status !== 401) return answer;
    let others: Readonly<Record<string, string>> | undefined;
    try {
      others = await renewHeaders(call, headers);
      if (!others) return answer;
    } catch (error) {
      await answer.body?.cancel();
      throw error;
    }
    await answer.body?.cancel();
    return send(others);
  }

  /** Reads a stream to its end, or until it may not continue. A connection that breaks is an end, too. */
  protected async readEvents(
    { body }: Response,
    take: (event: ServerEvent) => boolean,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const reader = body?.getReader();
    const parser = new EventParser();
    try {
      for (let bytes = 0; reader; ) {
        const { done, value } = await reader.read().catch(endUnlessRefused);
        if (done) return;
        bytes += value.byteLength;
        if (bytes > maxBytes) throw new RefusedRequest("The server sent an answer without end.");
        const slices = createTimeSlices();
        for (const event of parser.push(value)) {
          if (!take(event)) return;
          if (slices.isOver()) await slices.next();
        }
      }
    } finally {
      reader?.cancel().catch(() => {});
    }
  }

  /** Takes an event of a stream. Returns whether the server may continue. */
  protected takeEvent(
    { type, data, length }: ServerEvent,
    context?: { call?: SourceCall | undefined },
  ): boolean {
    return type === "message" && data ? this.receive(data, context) : this.charge(1, length);
  }
}

function endUnlessRefused(error: unknown): { done: true; value: undefined } {
  if (error instanceof RefusedRequest) throw error;
  return { done: true, value: undefined };
}

import { INVALID_PARAMS, ProtocolError, SdkError, toWireError } from "./error.ts";
import {
  isJsonRpcMessage,
  isObject,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  malformed,
  type RequestId,
} from "./message.ts";
import type { ChannelOptions, Progress } from "./request-options.ts";
import type { Transport } from "./transport.ts";

type Params = { [key: string]: unknown };
export type Call = { method: string; params?: Params | undefined };

/** What a receiver gets with a request, beside its method and params. */
export interface IncomingRequest {
  /** The JSON-RPC id of the request. */
  readonly id: RequestId;
  /** The session of the transport, if it has one. */
  readonly sessionId: string | undefined;
  /** Aborts when the other side cancels the request or the channel closes. */
  readonly controller: AbortController;
  /** What the transport passed with the message; the answer is sent with it too. */
  readonly extra: object | undefined;
}

/** Handles incoming messages. What `handleRequest` returns or throws is the answer. */
export interface Receiver {
  /** Called with each request. Return the result, or throw a `ProtocolError`. */
  handleRequest(method: string, params: Params, incoming: IncomingRequest): unknown;
  /** Called with each notification. */
  handleNotification(method: string, params: Params, extra: object | undefined): unknown;
}

interface Pending {
  options: ChannelOptions;
  /** When the request fails, even with progress. */
  deadline: number;
  timer: Timer | undefined;
  resolve(result: Params): void;
  reject(reason: unknown): void;
  /** Rejects and tells the other side. */
  cancel(reason: unknown): void;
  onabort(): void;
}

/** In Node a timer keeps the process running unless it is told not to. */
type Timer = { unref?(): void };

const DEFAULT_TIMEOUT_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * One side of a JSON-RPC channel: it sends requests, matches answers, and handles timeouts, cancellation and
 * progress. It knows no other methods. Closing, by either side, rejects pending requests, aborts those being
 * served and calls `onclose` once; `connect` may then be called again.
 */
export class Peer {
  /** Called once when the connection ends, whichever side ends it. */
  onclose?: (() => void) | undefined;
  /** Called with errors that no caller waits for, such as malformed messages and errors of the transport. */
  onerror?: ((error: Error) => void) | undefined;
  /** The channel to the other side, or undefined while there is none. */
  transport: Transport | undefined;
  /** Added to the `_meta` of every request and notification. */
  declare meta: Params | undefined;
  readonly #receiver: Receiver;
  readonly #pending = new Map<unknown, Pending>();
  readonly #serving = new Map<unknown, AbortController>();
  /** The timer of the request that ended last. */
  #dropped: Timer | undefined;
  /** From 1: SDK 1.x takes the cancellation of a request 0 for that of none. */
  #nextId = 1;

  /** Takes the receiver of incoming messages. Leave it out in a subclass that has its methods. */
  constructor(receiver?: Receiver) {
    this.#receiver = receiver ?? (this as unknown as Receiver);
  }

  /** Starts the transport and receives messages from it. Existing callbacks on the transport are kept. */
  async connect(transport: Transport): Promise<void> {
    // Callbacks that are set already belong to someone who watches the transport.
    const { onclose, onerror, onmessage } = transport;
    this.transport = transport;
    transport.onclose = () => {
      onclose?.();
      this.#closed(transport);
    };
    transport.onerror = (error) => {
      onerror?.(error);
      this.report(error);
    };
    transport.onmessage = (message, extra) => {
      if (!isJsonRpcMessage(message)) return this.report(malformed());
      onmessage?.(message, extra);
      if (this.transport === transport) this.#receive(message, extra);
    };
    try {
      await transport.start();
    } catch (error) {
      this.transport = undefined;
      throw error;
    }
  }

  /** Ends the connection and rejects pending requests. You may then call `connect()` again. */
  async close(): Promise<void> {
    const { transport } = this;
    if (!transport) return;
    // First, since not every transport calls back when it is closed from this side.
    this.#closed(transport);
    await transport.close();
  }

  /** Sends a request: `await peer.request({ method: "ping" })`. */
  request(call: Call, options: ChannelOptions = {}): Promise<Params> {
    return new Promise((resolve, reject) => {
      const { signal, onprogress, extra, maxTotalTimeout } = options;
      if (signal?.aborted) throw toError(signal.reason);
      const id = options.id ?? this.#nextId++;
      const pending: Pending = {
        options,
        deadline: Date.now() + (maxTotalTimeout || Infinity),
        timer: undefined,
        resolve,
        reject,
        cancel: (reason) => {
          if (!this.#take(id)) return;
          reject(toError(reason));
          if (options.cancelSilently) return;
          const cancelled = { requestId: id, reason: String(reason) };
          this.notification({ method: "notifications/cancelled", params: cancelled }, extra).catch(
            this.report,
          );
        },
        onabort: () => pending.cancel(signal?.reason),
      };
      this.#pending.set(id, pending);
      startTimer(pending);
      signal?.addEventListener("abort", pending.onabort);
      this.#send(this.#toMessage(call, id, onprogress), extra).catch((error) =>
        this.#take(id)?.reject(error),
      );
    });
  }

  /** Sends a notification: `await peer.notification({ method: "x/ready" })`. */
  notification(call: Call, extra?: object): Promise<void> {
    return this.#send(this.#toMessage(call), extra);
  }

  /** For errors that nobody waits for. */
  protected readonly report = (thrown: unknown): void => {
    this.onerror?.(toError(thrown));
  };

  #toMessage(
    { method, params }: Call,
    id?: RequestId,
    onprogress?: ChannelOptions["onprogress"],
  ): JSONRPCMessage {
    const { meta } = this;
    const message = { jsonrpc: "2.0", method } as JSONRPCRequest;
    if (id !== undefined) message.id = id;
    const _meta: Params = { ...meta, ...(params?._meta as Params) };
    if (onprogress) _meta.progressToken = id;
    const whole = meta || onprogress ? { ...params, _meta } : params;
    if (whole) message.params = whole;
    return message;
  }

  async #send(message: JSONRPCMessage, extra: object | undefined): Promise<void> {
    if (!this.transport) throw new SdkError("NOT_CONNECTED", "Not connected");
    await this.transport.send(message, extra);
  }

  #receive(message: JSONRPCMessage, extra: object | undefined): void {
    if (!("method" in message)) this.#answered(message);
    else ("id" in message ? this.#serve(message, extra) : this.#notified(message, extra)).catch(this.report);
  }

  #answered(response: JSONRPCResultResponse | JSONRPCErrorResponse): void {
    const pending = this.#take(response.id);
    if (!pending) {
      // An answer may come late, after its request was cancelled; it must not name one that was never sent.
      if (!this.#wasSent(response.id)) this.report(new Error("Answer to an unknown request"));
    } else if ("error" in response) {
      const { code, message, data } = toWireError(response.error);
      pending.reject(new ProtocolError(code, message, data));
    } else if (isObject(response.result)) pending.resolve(response.result);
    else pending.reject(new SdkError("INVALID_RESULT", "Invalid result: it is not an object"));
  }

  async #serve({ id, method, params = {} }: JSONRPCRequest, extra: object | undefined): Promise<void> {
    const controller = new AbortController();
    this.#serving.set(id, controller);
    let response: JSONRPCResultResponse | JSONRPCErrorResponse;
    const fail = (thrown: unknown) => ({ jsonrpc: "2.0" as const, id, error: toWireError(thrown) });
    try {
      assertObject(params);
      const incoming = { id, sessionId: this.transport?.sessionId, controller, extra };
      const result = await this.#receiver.handleRequest(method, params, incoming);
      response = { jsonrpc: "2.0", id, result: (result ?? {}) as Params };
    } catch (thrown) {
      response = fail(thrown);
    }
    // A request that was cancelled is not answered.
    if (this.#serving.get(id) !== controller) return;
    this.#serving.delete(id);
    await this.#send(response, extra).catch((thrown) => {
      // What cannot be cloned cannot be sent, and the other side waits for an answer.
      this.report(thrown);
      return this.#send(fail(thrown), extra);
    });
  }

  async #notified({ method, params = {} }: Call, extra: object | undefined): Promise<void> {
    assertObject(params);
    if (method === "notifications/cancelled") this.#cancelled(params);
    else if (method === "notifications/progress") this.#progressed(params);
    else await this.#receiver.handleNotification(method, params, extra);
  }

  #cancelled({ requestId, reason }: Params): void {
    this.#serving.get(requestId)?.abort(reason);
    const wasServed = this.#serving.delete(requestId);
    // Both sides count their requests, so a number is always one of the other side's own.
    if (!wasServed && typeof requestId === "string") this.#take(requestId)?.reject(closed());
  }

  #progressed({ progressToken, ...progress }: Params): void {
    const pending = this.#pending.get(progressToken);
    if (typeof progress.progress !== "number" || !(pending || this.#wasSent(progressToken))) {
      throw new Error("Answer to an unknown request");
    }
    if (pending?.options.resetTimeoutOnProgress) startTimer(pending);
    pending?.options.onprogress?.(progress as Progress);
  }

  #wasSent(id: unknown): boolean {
    return typeof id === "number" && id < this.#nextId;
  }

  #take(id: unknown): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending) {
      this.#pending.delete(id);
      // Its timer is cleared with the next one: in Node it is costly to set and to clear the only timer.
      clearTimeout(this.#dropped as never);
      this.#dropped = pending.timer;
      this.#dropped?.unref?.();
      pending.options.signal?.removeEventListener("abort", pending.onabort);
    }
    return pending;
  }

  #closed(transport: Transport): void {
    if (this.transport !== transport) return;
    this.transport = undefined;
    for (const controller of this.#serving.values()) controller.abort();
    this.#serving.clear();
    for (const id of this.#pending.keys()) this.#take(id)?.reject(closed());
    clearTimeout(this.#dropped as never);
    this.ended();
  }

  protected ended(): void {
    this.onclose?.();
  }
}

/** What is thrown and rejected is always an error: a signal may have been aborted with a mere string. */
function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

const closed = () => new SdkError("CONNECTION_CLOSED", "Connection closed");

function assertObject(params: unknown): void {
  if (!isObject(params)) throw new ProtocolError(INVALID_PARAMS, "params is not an object");
}

/** Starts the wait for an answer, or starts it over; the deadline of the whole request stays. */
function startTimer(pending: Pending): void {
  clearTimeout(pending.timer as never);
  const { timeout = DEFAULT_TIMEOUT_MS, maxTotalTimeout } = pending.options;
  const left = pending.deadline - Date.now();
  const wait = Math.min(timeout, left);
  if (wait === Infinity) return;
  const reason = timeout < left ? "Request timed out" : "Maximum total timeout exceeded";
  const expire = () => pending.cancel(new SdkError("REQUEST_TIMEOUT", reason, { timeout, maxTotalTimeout }));
  pending.timer = setTimeout(expire, Math.min(wait, LONGEST_TIMER_MS)) as Timer;
}

import { isObject } from "../../json/json-object.ts";
import type { CallSignal } from "../../work/cancellation.ts";
import type { Outgoing } from "./endpoint.ts";
import type { Fields, RequestId, RpcResponse } from "./message.ts";
import { errorCodes, ProtocolError } from "./protocol-error.ts";

export interface SendOptions {
  write(message: Outgoing): void;
  /** That of the call which asks, if there is one. Cancels the request when aborted. */
  readonly signal?: CallSignal | undefined;
}

interface Pending {
  resolve(result: Fields): void;
  reject(error: Error): void;
}

/** A person may take their time to answer a question of a call. */
const duringCallMs = 10 * 60 * 1000;
const outsideMs = 60_000;

/** Requests to a client of an older revision that it has not answered yet. */
export class ClientRequests {
  readonly #pending = new Map<RequestId, Pending>();
  /** From 1: SDK 1.x takes the cancellation of a request 0 for that of none. */
  #nextId = 1;

  send(method: string, params: Fields, { write, signal }: SendOptions): Promise<Fields> {
    const id = this.#nextId++;
    const giveUp = (reason: string) => () => {
      write({ method: "notifications/cancelled", params: { requestId: id, reason } });
      this.#pending.get(id)?.reject(new Error(reason));
    };
    const onAbort = giveUp("The request was cancelled");
    const timer = setTimeout(
      giveUp("The client took too long to answer"),
      signal ? duringCallMs : outsideMs,
    ).unref();
    signal?.addEventListener("abort", onAbort);
    return new Promise<Fields>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      write({ id, method, params });
    }).finally(() => {
      this.#pending.delete(id);
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    });
  }

  receive({ id, result, error }: RpcResponse): void {
    const pending = this.#pending.get(id);
    if (isObject(result)) pending?.resolve(result);
    else pending?.reject(toError(error));
  }

  /** Rejects everything that is pending. */
  close(): void {
    for (const { reject } of this.#pending.values()) reject(new Error("The client has gone"));
  }
}

function toError(error: unknown): ProtocolError {
  const { code, message, data } = isObject(error) ? error : {};
  return new ProtocolError(
    Number.isSafeInteger(code) ? (code as number) : errorCodes.internalError,
    typeof message === "string" ? message : "The client gave an invalid answer",
    200,
    data,
  );
}

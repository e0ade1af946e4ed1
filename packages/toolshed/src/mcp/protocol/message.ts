import { isObject } from "../../json/json-object.ts";

export type Fields = Record<string, unknown>;
export type RequestId = string | number;

export interface RpcRequest {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Fields;
}

export interface RpcNotification {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: Fields;
}

/** The answer to a request of ours. Its content is checked where it is used. */
export interface RpcResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: unknown;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

const isId = (id: unknown): id is RequestId => typeof id === "string" || Number.isSafeInteger(id);

export function isRpcMessage(value: unknown): value is RpcMessage {
  if (!isObject(value) || value.jsonrpc !== "2.0") return false;
  const { id, method, params } = value;
  if (method === undefined) return isId(id) && ("result" in value || "error" in value);
  return (
    typeof method === "string" && (id === undefined || isId(id)) && (params === undefined || isObject(params))
  );
}

export const isRequest = (message: RpcMessage): message is RpcRequest =>
  "method" in message && "id" in message;

export const isResponse = (message: RpcMessage): message is RpcResponse => !("method" in message);

/** The id of a JSON-RPC request. */
export type RequestId = string | number;

/** A JSON-RPC request: it has an id and gets an answer. */
export type JSONRPCRequest = {
  /** The version of JSON-RPC. */
  jsonrpc: "2.0";
  /** The id that the answer repeats. */
  id: RequestId;
  /** The method to call. */
  method: string;
  /** The params of the method. */
  params?: { [key: string]: unknown } | undefined;
};

export type JSONRPCNotification = {
  jsonrpc: "2.0";
  method: string;
  params?: { [key: string]: unknown } | undefined;
};

export type JSONRPCResultResponse = {
  jsonrpc: "2.0";
  id: RequestId;
  result: { [key: string]: unknown };
};

export type JSONRPCErrorResponse = {
  jsonrpc: "2.0";
  id?: RequestId | undefined;
  error: { code: number; message: string; data?: unknown };
};

/** Any JSON-RPC message: a request, a notification, a result or an error. */
export type JSONRPCMessage =
  | JSONRPCRequest
  | JSONRPCNotification
  | JSONRPCResultResponse
  | JSONRPCErrorResponse;

/** Whether a value is an object, and neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether a value is a JSON-RPC message. Its params, result or error are not checked: the receiver does that,
 * and can answer that they are wrong.
 */
export function isJsonRpcMessage(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value.jsonrpc !== "2.0") return false;
  const hasId = typeof value.id === "string" || typeof value.id === "number";
  if ("method" in value) return typeof value.method === "string" && (hasId || !("id" in value));
  return hasId && ("result" in value || "error" in value);
}

export const malformed = (): Error => new Error("Invalid JSON-RPC message received");

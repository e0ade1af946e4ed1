export type RequestId = string | number;

export type JSONRPCRequest = {
  jsonrpc: "2.0";
  id: RequestId;
  method: string;
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

export type JSONRPCMessage =
  | JSONRPCRequest
  | JSONRPCNotification
  | JSONRPCResultResponse
  | JSONRPCErrorResponse;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Tells a JSON-RPC message from anything else that may come through a channel; copies nothing.
 * `params` are left to the one who serves the method, who can answer that they are wrong.
 */
export function isJsonRpcMessage(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value.jsonrpc !== "2.0") return false;
  const { id, method, result, error } = value;
  const hasId = typeof id === "string" || typeof id === "number";
  if ("method" in value) {
    return typeof method === "string" && (hasId || !("id" in value));
  }
  if ("error" in value) {
    return isObject(error) && typeof error.code === "number" && typeof error.message === "string";
  }
  return hasId && isObject(result);
}

/** An error that crosses the wire: it carries a JSON-RPC error code. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly code: number;
  readonly data?: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

export type SdkErrorCode =
  | "NOT_CONNECTED"
  | "REQUEST_TIMEOUT"
  | "CONNECTION_CLOSED"
  | "CAPABILITY_NOT_SUPPORTED"
  | "INVALID_RESULT";

/** An error of this side alone: it never crosses the wire. */
export class SdkError extends Error {
  override readonly name = "SdkError";
  readonly code: SdkErrorCode;
  readonly data?: unknown;

  constructor(code: SdkErrorCode, message: string, data?: unknown) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** What the specification names for a request that is understood and refused. */
export const REFUSED = -32000;

export function methodNotFound(): ProtocolError {
  return new ProtocolError(METHOD_NOT_FOUND, "Method not found");
}

/** What the other side is told of an error that a handler threw. */
export function toWireError(thrown: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = Object(thrown) as Record<string, unknown>;
  return {
    code: Number.isSafeInteger(code) ? (code as number) : INTERNAL_ERROR,
    message: typeof message === "string" ? message : "Internal error",
    ...(data !== undefined && { data }),
  };
}

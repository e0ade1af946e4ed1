abstract class CodedError<Code> extends Error {
  readonly code: Code;
  readonly data: unknown;

  constructor(code: Code, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** An error that crosses the wire: it carries a JSON-RPC error code. */
export class ProtocolError extends CodedError<number> {
  override readonly name = "ProtocolError";
}

export type SdkErrorCode =
  | "NOT_CONNECTED"
  | "REQUEST_TIMEOUT"
  | "CONNECTION_CLOSED"
  | "CAPABILITY_NOT_SUPPORTED"
  | "INVALID_RESULT";

/** An error of this side alone, which never crosses the wire. */
export class SdkError extends CodedError<SdkErrorCode> {
  override readonly name = "SdkError";
}

export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** What the specification names for a request that is understood and refused. */
export const REFUSED = -32000;

export function methodNotFound(method: string, reason = ""): ProtocolError {
  return new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}${reason && ` (${reason})`}`);
}

/** The error of a JSON-RPC response, from what a handler threw or from what the other side sent as one. */
export function toWireError(thrown: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = Object(thrown) as Record<string, unknown>;
  return {
    code: Number.isSafeInteger(code) ? (code as number) : INTERNAL_ERROR,
    message: typeof message === "string" ? message : "Internal error",
    ...(data !== undefined && { data }),
  };
}

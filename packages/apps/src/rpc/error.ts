abstract class CodedError<Code> extends Error {
  /** What went wrong, for programs. */
  declare readonly code: Code;
  /** Details about the error, if there are any. */
  declare readonly data: unknown;

  /** Creates an error with a code, a message and optional details. */
  constructor(code: Code, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * An error that crosses the wire. Throw it in a handler to answer with this JSON-RPC error code.
 * @example throw new ProtocolError(-32602, "Unknown city")
 */
export class ProtocolError extends CodedError<number> {
  /** The name of the class, to tell errors apart. */
  override readonly name = "ProtocolError";
}

/** Why an `SdkError` was thrown. */
export type SdkErrorCode =
  | "NOT_CONNECTED"
  | "REQUEST_TIMEOUT"
  | "CONNECTION_CLOSED"
  | "CAPABILITY_NOT_SUPPORTED"
  | "INVALID_RESULT";

/** An error on this side, such as a timeout or a closed connection. Check its `code`. */
export class SdkError extends CodedError<SdkErrorCode> {
  /** The name of the class, to tell errors apart. */
  override readonly name = "SdkError";
}

/** JSON-RPC error code: nothing handles the method. */
export const METHOD_NOT_FOUND = -32601;
/** JSON-RPC error code: the params are invalid. */
export const INVALID_PARAMS = -32602;
/** JSON-RPC error code: the handler failed. */
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

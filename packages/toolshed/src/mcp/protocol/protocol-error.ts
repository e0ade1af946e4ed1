import { UpstreamError } from "../../source/source.ts";

export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
  refused: -32000,
  sessionNotFound: -32001,
} as const;

/** An error that crosses the wire. `status` is the HTTP status of the answer. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly status: number;

  constructor(code: number, message: string, status = 200, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
    // The specification demands this status regardless of where the error comes from.
    this.status = code === errorCodes.missingCapability ? 400 : status;
  }
}

/** Refuses what was not sent as the protocol demands. */
export const badRequest = (code: number, message: string, data?: unknown): ProtocolError =>
  new ProtocolError(code, message, 400, data);

export const methodNotFound = (): ProtocolError =>
  new ProtocolError(errorCodes.methodNotFound, "Method not found", 404);

export const invalidParams = (message: string, data?: unknown): ProtocolError =>
  new ProtocolError(errorCodes.invalidParams, message, 200, data);

/** The error that a client gets for anything thrown. `report` returns the message for errors of our own. */
export function toProtocolError(thrown: unknown, report: (thrown: unknown) => string): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  if (thrown instanceof UpstreamError)
    return new ProtocolError(toCurrentCode(thrown.code), thrown.message, 200, thrown.data);
  return new ProtocolError(errorCodes.internalError, report(thrown));
}

/** Revisions before 2026-07-28 had another code for an unknown resource. */
const toCurrentCode = (code: number): number => (code === -32002 ? errorCodes.invalidParams : code);

export const toWire = ({ code, message, data }: ProtocolError): object => ({
  code,
  message,
  ...(data !== undefined && { data }),
});

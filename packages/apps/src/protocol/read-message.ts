import { INVALID_PARAMS, ProtocolError, SdkError } from "../rpc/error.ts";
import type { Json } from "./mcp-types.ts";
import type { Asked, NotificationRow } from "./methods.ts";
import { findMismatch } from "./shape.ts";

/** The params of a message as handlers get them; throws if they are not what the method asks for. */
export function readParams<Params>(row: NotificationRow<string, Params>, params: unknown): Params {
  const mismatch = findMismatch(row.params, params);
  if (mismatch)
    throw new ProtocolError(INVALID_PARAMS, `Invalid params for ${row.method}: params${mismatch}`);
  return row.complete ? row.complete(params) : (params as Params);
}

/** The result of a request as callers get it; throws if it is not what the method promises. */
export function readResult(row: Asked, result: unknown): Json {
  const mismatch = findMismatch(row.result, result);
  if (mismatch) throw new SdkError("INVALID_RESULT", `Invalid result for ${row.method}: result${mismatch}`);
  return row.completeResult ? row.completeResult(result) : result;
}

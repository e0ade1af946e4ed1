import { ProtocolError, SdkHttpError } from "@modelcontextprotocol/client";
import { UpstreamError } from "../upstream-error.ts";

/** What a server answered keeps its code. What stands in the way of an answer is told in a sentence. */
export function toUpstreamError(error: unknown): unknown {
  if (error instanceof ProtocolError) return new UpstreamError(error.code, error.message, error.data);
  if (error instanceof SdkHttpError && (error.status === 401 || error.status === 403)) {
    return new Error(
      `The server refuses the credentials (${error.status}). Connect it again in the Toolshed dashboard.`,
    );
  }
  return error;
}

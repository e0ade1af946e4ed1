import type { IncomingHttpHeaders } from "node:http";
import type { Cancellation } from "../cancellation.ts";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import { toPlainCall } from "../mcp/plain-call.ts";
import type { PlainAnswer } from "../mcp/plain-calls.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Visitor } from "./visitor-of.ts";

export interface LaneRequest {
  readonly visitor: Visitor;
  readonly headers: IncomingHttpHeaders;
  readonly message: unknown;
  /** Aborted when the client goes. */
  readonly signal: Cancellation;
}

/** Answers a plain call of an admitted client. Gives nothing, and has done nothing, if the request is anything else. */
export type PlainLane = (request: LaneRequest) => Promise<PlainAnswer | undefined>;

/** The short way for what agents send most. */
export function createPlainLane(mcp: McpEndpoint, telemetry: Telemetry): PlainLane {
  return async ({ visitor: { caller, kind }, headers, message, signal }) => {
    const call = toPlainCall(headers, message);
    if (!call || !mcp.takes(call, caller)) return undefined;
    let answer: PlainAnswer | undefined;
    const measured = telemetry.request(
      "POST",
      () => headers as Record<string, string>,
      async () => {
        answer = await mcp.answer(call, { caller, signal, userAgent: headers["user-agent"] ?? "" });
        return { route: kind === "token" ? "/api/mcp/:token" : "/api/mcp", status: 200 };
      },
    );
    // A call that was made is answered, measured or not.
    await measured.catch(() => {});
    return answer;
  };
}

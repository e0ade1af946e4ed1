import type { IncomingHttpHeaders } from "node:http";
import type { Endpoints } from "../endpoint/endpoints.ts";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import { type PlainCall, toPlainCall } from "../mcp/plain-call.ts";
import type { PlainAnswer } from "../mcp/plain-calls.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { bearerToken } from "./bearer-token.ts";
import type { RequestLimits } from "./request-limits.ts";
import type { Visitor, VisitorOf } from "./visitor-of.ts";

export interface LaneRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Aborted when the client goes. */
  readonly ending: AbortController;
}

/** Answers a plain call to an MCP URL, and never rejects. Nothing was done if it gives nothing: then the request is the router's. */
export type PlainLane = (request: LaneRequest) => Promise<PlainAnswer | undefined>;

export interface PlainLaneParts {
  readonly mcp: McpEndpoint;
  readonly endpoints: Endpoints;
  readonly visitorOf: VisitorOf;
  readonly limits: RequestLimits;
  readonly telemetry: Telemetry;
  catchUp(): Promise<void>;
}

const mcpPath = /^\/api\/mcp(?:\/([\w-]+))?$/;

/** The short way for what agents send most. Whoever is not let in here is told why by the router. */
export function createPlainLane(parts: PlainLaneParts): PlainLane {
  const { mcp, endpoints, visitorOf, limits, telemetry, catchUp } = parts;

  async function admit(call: PlainCall, token: string, isInUrl: boolean): Promise<Visitor | undefined> {
    await catchUp();
    const visitor = await visitorOf(token);
    if (!visitor || (isInUrl && visitor.kind !== "token") || !mcp.takes(call, visitor.caller))
      return undefined;
    return (await limits.calls.take(visitor.endpointId)) === undefined ? visitor : undefined;
  }

  return async ({ url, headers, body, ending }) => {
    const [isOurs, tokenInUrl] = mcpPath.exec(url) ?? [];
    const call = isOurs === undefined ? undefined : toPlainCall(headers, parse(body));
    const token = tokenInUrl ?? bearerToken(headers.authorization);
    if (!call || token === undefined) return undefined;
    const visitor = await admit(call, token, tokenInUrl !== undefined).catch(() => undefined);
    if (!visitor) return undefined;
    endpoints.noteUse(visitor.endpointId);

    const { caller } = visitor;
    let answer: PlainAnswer | undefined;
    const measured = telemetry.request(
      "POST",
      () => headers as Record<string, string>,
      async () => {
        answer = await mcp.answer(call, { caller, ending, userAgent: headers["user-agent"] ?? "" });
        return { route: tokenInUrl === undefined ? "/api/mcp" : "/api/mcp/:token", status: 200 };
      },
    );
    // A call that was made is answered, measured or not.
    await measured.catch(() => {});
    return answer;
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

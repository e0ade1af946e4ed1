import { type Context, Hono } from "hono";
import type { Endpoints } from "../endpoint/endpoints.ts";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import { readMessage } from "../mcp/read-message.ts";
import type { RequestEnvironment } from "./api-environment.ts";
import { bearerToken } from "./bearer-token.ts";
import { notFound } from "./not-found.ts";
import { ownResource } from "./own-resource.ts";
import type { RequestLimits } from "./request-limits.ts";
import { tooManyRequests } from "./too-many-requests.ts";
import type { Visitor, VisitorOf } from "./visitor-of.ts";

type McpContext = Context<{ Bindings: RequestEnvironment }>;

/** The endpoint with its token in the URL, for clients that take nothing else, and in a header, which leaks less. */
export function mcpRoutes(
  endpoints: Endpoints,
  visitorOf: VisitorOf,
  mcp: McpEndpoint,
  limits: RequestLimits,
  resources: readonly string[],
): Hono<{ Bindings: RequestEnvironment }> {
  /** Tells a client that has no token where it can get one. */
  const challenge = (host: string | undefined, problem: string) => {
    const { origin, pathname } = new URL(ownResource(resources, host));
    const metadata = `${origin}/.well-known/oauth-protected-resource${pathname}`;
    return `Bearer realm="toolshed", resource_metadata="${metadata}", scope="tools"${problem}`;
  };

  async function serve(context: McpContext, { endpointId, caller }: Visitor): Promise<Response> {
    const ended = context.env?.ended;
    const waitMs = ended ? undefined : await limits.calls.take(endpointId);
    if (waitMs !== undefined) return tooManyRequests(context, waitMs);
    endpoints.noteUse(endpointId);
    return mcp.fetch({ ...(await readMessage(context.req.raw)), ended }, caller);
  }

  async function refuse(context: McpContext, refusal: () => Response): Promise<Response> {
    const waitMs = await limits.misses.take(context.env.clientAddress);
    return waitMs === undefined ? refusal() : tooManyRequests(context, waitMs);
  }

  return new Hono<{ Bindings: RequestEnvironment }>()
    .all("/:token", async (context) => {
      const visitor = await visitorOf(context.req.param("token"));
      // An access token belongs into the header: there it does not end up in logs.
      return visitor?.kind === "token" ? serve(context, visitor) : refuse(context, () => notFound(context));
    })
    .all("/", async (context) => {
      const token = bearerToken(context.req.header("authorization"));
      const visitor = token === undefined ? undefined : await visitorOf(token);
      if (visitor) return serve(context, visitor);

      const unauthorized = () => {
        const problem = token === undefined ? "" : ', error="invalid_token"';
        context.header("WWW-Authenticate", challenge(context.req.header("host"), problem));
        return context.json({ error: "Give the token of an endpoint: Authorization: Bearer tsk_…" }, 401);
      };
      // Without a token nothing was guessed: clients ask like this to learn where to sign in.
      return token === undefined ? unauthorized() : refuse(context, unauthorized);
    });
}

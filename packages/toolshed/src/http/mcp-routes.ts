import { type Context, Hono } from "hono";
import type { Accounts } from "../account/accounts.ts";
import type { Endpoints } from "../endpoint/endpoints.ts";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import { readMessage } from "../mcp/read-message.ts";
import { bearerToken } from "./bearer-token.ts";
import { notFound } from "./not-found.ts";
import { ownResource } from "./own-resource.ts";
import type { RequestLimits } from "./request-limits.ts";
import { tooManyRequests } from "./too-many-requests.ts";
import { createVisitorOf, type Visitor } from "./visitor-of.ts";

/** The endpoint with its token in the URL, for clients that take nothing else, and in a header, which leaks less. */
export function mcpRoutes(
  endpoints: Endpoints,
  accounts: Accounts,
  mcp: McpEndpoint,
  limits: RequestLimits,
  resources: readonly string[],
): Hono {
  /** Tells a client that has no token where it can get one. */
  const challenge = (host: string | undefined, problem: string) => {
    const { origin, pathname } = new URL(ownResource(resources, host));
    const metadata = `${origin}/.well-known/oauth-protected-resource${pathname}`;
    return `Bearer realm="toolshed", resource_metadata="${metadata}", scope="tools"${problem}`;
  };

  const visitorOf = createVisitorOf(endpoints, accounts);

  async function serve(context: Context, { endpointId, caller }: Visitor): Promise<Response> {
    const waitMs = await limits.calls.take(endpointId);
    if (waitMs !== undefined) return tooManyRequests(context, waitMs);
    endpoints.noteUse(endpointId);
    return mcp.fetch(await readMessage(context.req.raw), caller);
  }

  async function refuse(context: Context, refusal: () => Response): Promise<Response> {
    const waitMs = await limits.misses.take(context.env.clientAddress);
    return waitMs === undefined ? refusal() : tooManyRequests(context, waitMs);
  }

  return new Hono()
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

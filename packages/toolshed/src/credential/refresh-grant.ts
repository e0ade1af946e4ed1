import * as oauth from "oauth4webapi";
import { createGuardedFetch } from "../net/guarded-fetch.ts";
import { type OAuthGrant, toGrant } from "./grant.ts";

/** Rejects if the server no longer honours the refresh token. */
export async function refreshGrant(grant: OAuthGrant, signal: AbortSignal): Promise<OAuthGrant> {
  if (grant.refreshToken === undefined) throw new Error("The grant has expired and cannot be refreshed");
  const server: oauth.AuthorizationServer = {
    issuer: new URL(grant.tokenUrl).origin,
    token_endpoint: grant.tokenUrl,
  };
  const client: oauth.Client = { client_id: grant.clientId };
  const authentication =
    grant.clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(grant.clientSecret);
  const local = ["127.0.0.1", "localhost"].includes(new URL(grant.tokenUrl).hostname);

  const fetch = createGuardedFetch({
    allowPrivate: grant.privateHosts ?? [new URL(grant.tokenUrl).hostname],
  });
  try {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      grant.refreshToken,
      {
        signal,
        ...(grant.resource !== undefined && { additionalParameters: { resource: grant.resource } }),
        [oauth.customFetch]: fetch as never,
        [oauth.allowInsecureRequests]: local,
      },
    );
    return toGrant(await oauth.processRefreshTokenResponse(server, client, response), grant);
  } finally {
    await fetch.close();
  }
}

import * as oauth from "oauth4webapi";
import { createGuardedFetch } from "../net/guarded-fetch.ts";
import { type OAuthTokens, toTokens } from "./oauth-tokens.ts";

/** Rejects if the server no longer honours the refresh token. */
export async function refreshTokens(tokens: OAuthTokens, signal: AbortSignal): Promise<OAuthTokens> {
  if (tokens.refreshToken === undefined)
    throw new Error("The access token has expired and cannot be refreshed");
  const server: oauth.AuthorizationServer = {
    issuer: new URL(tokens.tokenUrl).origin,
    token_endpoint: tokens.tokenUrl,
  };
  const client: oauth.Client = { client_id: tokens.clientId };
  const authentication =
    tokens.clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(tokens.clientSecret);
  const local = ["127.0.0.1", "localhost"].includes(new URL(tokens.tokenUrl).hostname);

  const fetch = createGuardedFetch({
    allowPrivate: tokens.privateHosts ?? [new URL(tokens.tokenUrl).hostname],
  });
  try {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      tokens.refreshToken,
      {
        signal,
        ...(tokens.resource !== undefined && { additionalParameters: { resource: tokens.resource } }),
        [oauth.customFetch]: fetch as never,
        [oauth.allowInsecureRequests]: local,
      },
    );
    return toTokens(await oauth.processRefreshTokenResponse(server, client, response), tokens);
  } finally {
    await fetch.close();
  }
}

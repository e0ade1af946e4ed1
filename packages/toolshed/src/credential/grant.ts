import * as oauth from "oauth4webapi";

/** What an OAuth server has given for a user. */
export interface Grant {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly expiresAt?: number;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** A token that ends this soon is taken as ended, so that it does not end on its way. */
const marginMs = 30_000;

export const isExpired = ({ expiresAt }: { readonly expiresAt?: number | null }): boolean =>
  typeof expiresAt === "number" && expiresAt - marginMs <= Date.now();

/** Rejects if the server no longer honours the refresh token. */
export async function refreshGrant(grant: Grant, signal: AbortSignal): Promise<Grant> {
  if (grant.refreshToken === undefined) throw new Error("The grant has expired and cannot be refreshed");
  const server: oauth.AuthorizationServer = {
    issuer: new URL(grant.tokenUrl).origin,
    token_endpoint: grant.tokenUrl,
  };
  const client: oauth.Client = { client_id: grant.clientId };
  const authentication =
    grant.clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(grant.clientSecret);
  const local = ["127.0.0.1", "localhost"].includes(new URL(grant.tokenUrl).hostname);

  const response = await oauth.refreshTokenGrantRequest(server, client, authentication, grant.refreshToken, {
    signal,
    [oauth.allowInsecureRequests]: local,
  });
  const tokens = await oauth.processRefreshTokenResponse(server, client, response);
  return {
    ...grant,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? grant.refreshToken,
    ...(tokens.expires_in !== undefined && { expiresAt: Date.now() + tokens.expires_in * 1000 }),
  };
}

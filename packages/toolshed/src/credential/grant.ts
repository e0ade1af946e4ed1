import * as oauth from "oauth4webapi";
import { createGuardedFetch } from "../net/guarded-fetch.ts";

/** What an OAuth server has given for a user. */
export interface Grant {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly expiresAt?: number;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** What the token is for, where the server wants to be told again. */
  readonly resource?: string;
  /** The hosts of a private network that may be asked for a new token. Absent for addresses that come with a plugin. */
  readonly privateHosts?: readonly string[];
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

/** What a server has answered, beside what is known of it. A refresh token that it does not give anew stays. */
export function toGrant(
  tokens: { access_token: string; refresh_token?: string | undefined; expires_in?: number | undefined },
  { expiresAt: _, ...known }: Omit<Grant, "accessToken">,
): Grant {
  return {
    ...known,
    accessToken: tokens.access_token,
    ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
    ...(tokens.expires_in !== undefined && { expiresAt: Date.now() + tokens.expires_in * 1000 }),
  };
}

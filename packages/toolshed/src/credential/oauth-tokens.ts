/** What an OAuth server has given for a user. */
export interface OAuthTokens {
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

/** What a server has answered, beside what is known of it. If it returns no new refresh token, the old one stays. */
export function toTokens(
  tokens: { access_token: string; refresh_token?: string | undefined; expires_in?: number | undefined },
  { expiresAt: _, ...known }: Omit<OAuthTokens, "accessToken">,
): OAuthTokens {
  return {
    ...known,
    accessToken: tokens.access_token,
    ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
    ...(tokens.expires_in !== undefined && { expiresAt: Date.now() + tokens.expires_in * 1000 }),
  };
}

import { z } from "zod";

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

/** What a server answers with. */
export interface TokenEndpointAnswer {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly expires_in?: number | undefined;
}

/** A token that ends this soon is taken as ended, so that it does not end on its way. */
export const marginMs = 30_000;

export const isExpired = ({ expiresAt }: { readonly expiresAt?: number | null }, now = Date.now()): boolean =>
  typeof expiresAt === "number" && expiresAt - marginMs <= now;

const maxSeconds = 10 * 365 * 24 * 60 * 60;

/** What a server has answered, beside what is known of it. If it returns no new refresh token, the old one stays. */
export function toTokens(
  { access_token, refresh_token, expires_in }: TokenEndpointAnswer,
  { expiresAt: _, ...known }: Omit<OAuthTokens, "accessToken">,
  now = Date.now(),
): OAuthTokens {
  return {
    ...known,
    accessToken: access_token,
    ...(refresh_token !== undefined && { refreshToken: refresh_token }),
    ...(expires_in !== undefined && { expiresAt: now + Math.round(Math.min(expires_in, maxSeconds) * 1000) }),
  };
}

const text = z.string().min(1);
/** Takes what servers are seen to send: the time as a text, and an empty or null refresh token where there is none. */
const answerSchema = z.object({
  access_token: text,
  refresh_token: text.optional().catch(undefined),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
});

/** Nothing for what is not the answer of a token endpoint. What else it says, such as who the person is, is not ours to judge. */
export const readTokenAnswer = (value: unknown): TokenEndpointAnswer | undefined =>
  answerSchema.safeParse(value).data;

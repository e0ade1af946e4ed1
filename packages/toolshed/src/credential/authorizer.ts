import type { OAuthTokens } from "./oauth-tokens.ts";

/** How a person gives the gateway access to a service: they go there in the browser, and come back with a code. */
export interface Authorizer {
  /** Gives where the person goes, and what has to be kept, sealed, until they are back. */
  begin(visit: AuthorizationVisit): Promise<{ url: URL; kept: unknown }>;
  /** Exchanges what they came back with. Rejects if it does not belong to what was begun. */
  finish(answer: URLSearchParams, kept: unknown, visit: AuthorizationVisit): Promise<OAuthTokens>;
}

export interface AuthorizationVisit {
  readonly state: string;
  /** Where the service sends the person back to. */
  readonly redirectUrl: string;
  /** Where the gateway describes itself, for services that look there. Absent where that is not public. */
  readonly clientMetadataUrl?: string | undefined;
}

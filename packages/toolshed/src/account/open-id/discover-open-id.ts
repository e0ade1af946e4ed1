import { isSafeUrl, type OpenIdProvider } from "./open-id-providers.ts";

export interface DiscoveredOpenId {
  readonly discoveryUrl: string;
  readonly userInfoUrl?: string;
}

const timeoutMs = 10_000;

/** Reads the provider's discovery document. Rejects with what is wrong with it. */
export async function discoverOpenId({ issuer }: OpenIdProvider): Promise<DiscoveredOpenId> {
  const discoveryUrl = `${issuer}/.well-known/openid-configuration`;
  const answer = await fetch(discoveryUrl, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`${discoveryUrl} answered ${answer.status}`);
  const told = (await answer.json()) as Record<string, unknown>;

  // A document that names another issuer would let that one vouch for people here.
  if (typeof told.issuer !== "string" || told.issuer.replace(/\/+$/, "") !== issuer) {
    throw new Error(`${discoveryUrl} is that of another issuer`);
  }
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"]) {
    if (!isSafeUrl(told[name])) throw new Error(`${discoveryUrl} has no ${name} that can be used`);
  }
  const { userinfo_endpoint: userInfoUrl } = told;
  return { discoveryUrl, ...(isSafeUrl(userInfoUrl) && { userInfoUrl }) };
}

import { UserError } from "../../user-error.ts";

/** An external identity provider. */
export interface OpenIdProvider {
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** People with a verified address there become members without an invitation. */
  readonly domains: readonly string[];
}

const timeoutMs = 10_000;
const variable = /^TOOLSHED_OIDC_([A-Z][A-Z0-9_]*)_(ISSUER|CLIENT_ID|CLIENT_SECRET|NAME|DOMAINS)$/;

/** Those given by the environment: `TOOLSHED_OIDC_OKTA_ISSUER`, `…_CLIENT_ID` and so on make the provider `okta`. */
export function openIdProviders(environment: NodeJS.ProcessEnv): OpenIdProvider[] {
  const given = new Map<string, Partial<Record<string, string>>>();
  for (const [name, value] of Object.entries(environment)) {
    const [, id, setting] = variable.exec(name) ?? [];
    if (id && setting && value) given.set(id, { ...given.get(id), [setting]: value.trim() });
  }
  return [...given].map(([id, settings]) => toProvider(id, settings));
}

function toProvider(id: string, settings: Partial<Record<string, string>>): OpenIdProvider {
  const { ISSUER, CLIENT_ID, CLIENT_SECRET, NAME, DOMAINS = "" } = settings;
  const prefix = `TOOLSHED_OIDC_${id}`;
  if (!ISSUER || !CLIENT_ID) {
    throw new UserError(`${prefix}_${ISSUER ? "CLIENT_ID" : "ISSUER"} is missing: the provider gives it.`);
  }
  if (!isSafeUrl(ISSUER)) {
    throw new UserError(`${prefix}_ISSUER is not an https URL: give one such as https://login.example.com.`);
  }
  return {
    id: id.toLowerCase().replaceAll("_", "-"),
    name: NAME ?? id.charAt(0) + id.slice(1).toLowerCase().replaceAll("_", " "),
    issuer: ISSUER.replace(/\/+$/, ""),
    clientId: CLIENT_ID,
    ...(CLIENT_SECRET && { clientSecret: CLIENT_SECRET }),
    domains: DOMAINS.split(",")
      .map((domain) => domain.trim().toLowerCase())
      .filter(Boolean),
  };
}

/** Reads the provider's discovery document. Rejects with what is wrong with it. */
export async function discoverOpenId({ issuer }: OpenIdProvider) {
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

/** Where secrets and people may be sent: https, or this machine. */
function isSafeUrl(text: unknown): text is string {
  if (typeof text !== "string" || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  return !username && !password && (protocol === "https:" || (protocol === "http:" && isLocal));
}

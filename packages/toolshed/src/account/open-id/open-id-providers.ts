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

/** Where secrets and people may be sent: https, or this machine. */
export function isSafeUrl(text: unknown): text is string {
  if (typeof text !== "string" || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  return !username && !password && (protocol === "https:" || (protocol === "http:" && isLocal));
}

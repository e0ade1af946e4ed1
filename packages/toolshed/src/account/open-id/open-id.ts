import type { Log } from "../../log/log.ts";
import { sessionCookies } from "../session-cookies.ts";
import type { OpenIdProvider } from "./open-id-providers.ts";
import type { OpenIdService, ServiceParts } from "./open-id-service.ts";

/** Why a person could not sign in with an OpenID provider. The sign-in page has a sentence for each. */
export type SignInProblem =
  /** Neither an invitation nor a domain lets this address in. */
  | "not_invited"
  /** The provider does not vouch for the address. */
  | "email_not_verified"
  /** An account with this address exists and signs in another way. */
  | "account_exists"
  /** The person, or the provider, broke it off. */
  | "cancelled"
  /** It took too long, or began in another browser. */
  | "expired"
  /** The provider does not answer, or not as it should. */
  | "unreachable"
  | "failed";

/** Where to send the browser next, with which cookies. */
export type SignInStep = { location: string; cookies: Headers } | { problem: SignInProblem };

export interface OpenIdParts extends ServiceParts {
  readonly providers: readonly OpenIdProvider[];
  readonly log: Log;
}

const problems: Readonly<Record<string, SignInProblem>> = {
  not_invited: "not_invited",
  email_not_verified: "email_not_verified",
  account_not_linked: "account_exists",
  access_denied: "cancelled",
  state_mismatch: "expired",
  state_not_found: "expired",
};

/** Signing in with providers of OpenID Connect. */
export function createOpenId(parts: OpenIdParts) {
  const { providers, log } = parts;
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  const services = new Map<string, Promise<OpenIdService>>();

  /** Discovered on first use, so that no start waits for a provider, and again if that failed. */
  function serviceOf(provider: OpenIdProvider): Promise<OpenIdService> {
    const known = services.get(provider.id);
    if (known) return known;
    const service = import("./open-id-service.ts").then(({ createOpenIdService }) =>
      createOpenIdService(provider, parts),
    );
    services.set(provider.id, service);
    service.catch(() => services.delete(provider.id));
    return service;
  }

  function fail(id: string, problem: SignInProblem, reason: string): SignInStep {
    log.warn(`nobody was signed in with ${id}: ${reason}`);
    return { problem };
  }

  async function withService(
    id: string,
    step: (service: OpenIdService) => Promise<SignInStep>,
  ): Promise<SignInStep | undefined> {
    const provider = byId.get(id);
    if (!provider) return undefined;
    let service: OpenIdService;
    try {
      service = await serviceOf(provider);
    } catch (error) {
      return fail(id, "unreachable", (error as Error).message);
    }
    return step(service);
  }

  return {
    providers: providers.map(({ id, name }) => ({ id, name })),

    /** The way to the provider. Nothing if there is none with this id. */
    begin: (id: string, headers: Headers): Promise<SignInStep | undefined> =>
      withService(id, async (service) => {
        const answer = await service.begin(headers);
        const location = answer.headers.get("location");
        if (!location) return fail(id, "failed", `no way to the provider (${answer.status})`);
        return { location, cookies: sessionCookies(answer) };
      }),

    /** The way back, with what the provider has added to our address. */
    finish: (id: string, query: string, headers: Headers): Promise<SignInStep | undefined> =>
      withService(id, async (service) => {
        const answer = await service.finish(query, headers);
        const target = new URL(answer.headers.get("location") ?? "/sign-in", "http://toolshed");
        if (target.pathname === "/") return { location: "/", cookies: sessionCookies(answer) };
        // The provider's own words go into no page and, but for a plain code, into no log.
        const code = target.searchParams.get("error") ?? "";
        const problem = (Object.hasOwn(problems, code) && problems[code]) || "failed";
        return fail(id, problem, /^[a-z_]{1,60}$/.test(code) ? code : "an unknown problem");
      }),
  };
}

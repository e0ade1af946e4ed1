import { APIError } from "@better-auth/core/error";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { team } from "../../credential/connections.ts";
import type { Store } from "../../store/store.ts";
import { authOptions, basePath, withinContext } from "../auth-options.ts";
import type { Invitations } from "../invitations.ts";
import { discoverOpenId, type OpenIdProvider } from "./open-id-providers.ts";

export interface ServiceParts {
  readonly store: Store;
  readonly origin: string;
  readonly secret: string;
  readonly invitations: Invitations;
  /** Nobody becomes the owner by an address. */
  readonly ownerId: string;
}

/** Both answers redirect: with cookies to where to go next, or to `/sign-in?error=…`. */
export type OpenIdService = Awaited<ReturnType<typeof createOpenIdService>>;

/** What a provider says about a person, as far as it is used. */
interface OpenIdProfile {
  sub: string;
  email: string | null;
  emailVerified: boolean;
  name: string;
  [claim: string]: unknown;
}

const problemPath = "/sign-in";
const timeoutMs = 10_000;
const maxNameLength = 100;
const maxEmailLength = 254;

/** The account library's side of one provider. Rejects if the provider cannot be reached or used. */
export async function createOpenIdService(
  provider: OpenIdProvider,
  { store, origin, secret, invitations, ownerId }: ServiceParts,
) {
  const { id, clientId, clientSecret, domains } = provider;
  const { discoveryUrl, userInfoUrl } = await discoverOpenId(provider);
  const base = authOptions(store, origin, secret);
  const isOfDomain = (email: string) => domains.includes(email.slice(email.lastIndexOf("@") + 1));

  const auth = betterAuth({
    ...base,
    // Its messages quote what the provider sent.
    logger: { disabled: true },
    onAPIError: { errorURL: problemPath },
    account: { updateAccountOnSignIn: false },
    user: {
      ...base.user,
      async validateUserInfo({ user, source: { action } }) {
        const { email = "", emailVerified, id: userId } = user;
        if (action === "link-account" && (userId === ownerId || userId === team)) {
          return { error: "not_invited" };
        }
        if (action !== "create-user") return undefined;
        if (!emailVerified) return { error: "email_not_verified" };
        const isExpected = isOfDomain(email) || (await invitations.findByEmail(email)) !== undefined;
        return isExpected ? undefined : { error: "not_invited" };
      },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            const invitation = await invitations.findByEmail(user.email);
            const taken = invitation && (await invitations.take(invitation.id));
            if (!taken && !isOfDomain(user.email)) throw new APIError("FORBIDDEN", { code: "not_invited" });
            return { data: { ...user, role: taken?.role ?? "member" } };
          },
        },
      },
      account: {
        create: {
          // The provider has identified the person; nothing is asked of it afterwards.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: id,
            discoveryUrl,
            clientId,
            ...(clientSecret && { clientSecret }),
            redirectURI: `${origin}/sign-in/with/${id}/callback`,
            scopes: ["openid", "email", "profile"],
            requireIdTokenVerification: true,
            accountSubject: ({ profile }) => String(profile.sub ?? ""),
            getUserInfo: (tokens) => openIdProfile(tokens, userInfoUrl),
          },
        ],
      }),
    ],
  });

  // It reads for itself what has just been discovered, and leaves the provider out if that fails.
  const { socialProviders } = await auth.$context;
  if (!socialProviders.some((known) => known.id === id))
    throw new Error(`${discoveryUrl} did not answer twice`);

  return {
    begin(headers: Headers): Promise<Response> {
      const body = { provider: id, callbackURL: "/", errorCallbackURL: problemPath };
      return withinContext(() => auth.api.signInSocial({ body, headers, asResponse: true }));
    },
    finish(query: string, headers: Headers): Promise<Response> {
      const url = new URL(`${basePath}/callback/${id}`, origin);
      url.search = query;
      return withinContext(() => auth.handler(new Request(url, { headers })));
    },
  };
}

/**
 * Reads it from an ID token that has been verified. Providers may keep the address for their user info;
 * that counts only if it is about the same person.
 */
async function openIdProfile(
  { idToken, accessToken }: { idToken?: string | undefined; accessToken?: string | undefined },
  userInfoUrl: string | undefined,
): Promise<OpenIdProfile | null> {
  if (!idToken) return null;
  const claims = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
  if (typeof claims.sub !== "string" || !claims.sub) return null;
  if (typeof claims.email === "string" || !userInfoUrl || !accessToken) return toProfile(claims);

  const answer = await fetch(userInfoUrl, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) return null;
  const told = (await answer.json()) as Record<string, unknown>;
  return told.sub === claims.sub ? toProfile({ ...claims, ...told }) : null;
}

function toProfile({ sub, email, email_verified: verified, name }: Record<string, unknown>): OpenIdProfile {
  const address = typeof email === "string" && email.length <= maxEmailLength ? email.toLowerCase() : null;
  const called = typeof name === "string" && name.trim() ? name.trim() : (address ?? "");
  return {
    sub: String(sub),
    email: address,
    emailVerified: verified === true || verified === "true",
    name: called.slice(0, maxNameLength),
  };
}

import { randomBytes } from "node:crypto";
import { oauthProvider as betterAuthProvider, type OAuthOptions } from "@better-auth/oauth-provider";
import type { BetterAuthPlugin } from "better-auth";
import type { Vault } from "../../credential/vault.ts";
import { hashToken } from "../../endpoint/token.ts";
import type { Log } from "../../log/log.ts";
import { clientDocuments } from "./client-documents.ts";
import type { DocumentSupport } from "./document-support.ts";
import type { FetchClientDocument } from "./fetch-client-document.ts";
import { consentPage, grantTypes, scopes } from "./oauth-terms.ts";

export interface OauthProviderOptions {
  /** The names of our MCP URL: what tokens can be for. */
  readonly resources: readonly string[];
  readonly vault: Vault;
  readonly fetchDocument: FetchClientDocument;
  readonly documentSupport: DocumentSupport;
  readonly log: Log;
}

const secretPlace = "oauth client secret";
const minute = 60;
const hour = 60 * minute;

/** The OAuth server of our own MCP endpoint, as a plugin of the account library. */
export function oauthProvider({
  resources,
  vault,
  fetchDocument,
  documentSupport,
  log,
}: OauthProviderOptions): BetterAuthPlugin {
  const options: OAuthOptions<string[]> = {
    scopes,
    grantTypes,
    resources: [...resources],
    enforcePerClientResources: false,
    // Opaque tokens can be revoked, and need no keys that could be confused.
    disableJwtPlugin: true,
    generateOpaqueAccessToken: () => random("tsa_"),
    generateRefreshToken: () => random("tsr_"),
    storeTokens: { hash: async (token) => hashToken(token) },
    storeClientSecret: {
      encrypt: async (secret) => vault.seal(secret, secretPlace),
      decrypt: async (sealed) => vault.unseal(sealed, secretPlace),
    },
    accessTokenExpiresIn: hour,
    refreshTokenExpiresIn: 30 * 24 * hour,
    // Clients that share a token refresh it at the same moment, or lose the answer: for a minute they get the same pair
    // again. It is counted from the beginning of the second.
    refreshTokenReuseInterval: minute + 1,
    codeExpiresIn: hour / 6,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    allowPublicClientPrelogin: true,
    // Who is not signed in does so on the way to the consent page.
    loginPage: consentPage,
    consentPage,
    extensions: [{ clientDiscovery: clientDocuments(() => options, fetchDocument, documentSupport, log) }],
  };
  // Its types were made without `exactOptionalPropertyTypes`.
  return betterAuthProvider(options) as unknown as BetterAuthPlugin;
}

const random = (prefix: string): string => prefix + randomBytes(32).toString("base64url");

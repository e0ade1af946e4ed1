import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { AuthorizationVisit, Authorizer } from "../../../credential/authorizer.ts";
import { clientMetadata } from "../../../credential/client-metadata.ts";
import { toTokens } from "../../../credential/oauth-tokens.ts";
import type { GuardedFetch } from "../../../net/guarded-fetch.ts";
import { UserError } from "../../../user-error.ts";
import { type McpSecrets, privateHosts, type RemoteConfig } from "../mcp-config.ts";

/** What the SDK wants to find again when the person is back. */
interface Kept {
  client?: StoredOAuthClientInformation | undefined;
  verifier?: string;
  discovery?: OAuthDiscoveryState;
  resource?: string;
}

/** Gets access to an MCP server, which says itself where that is given. */
export function createMcpAuthorizer(
  config: RemoteConfig,
  secrets: McpSecrets,
  fetch: GuardedFetch,
): Authorizer {
  const serverUrl = config.url;

  return {
    async begin(visit) {
      const kept: Kept = { client: registeredClient(config, secrets) };
      const { provider, given } = followVisit(visit, kept);
      const result = await auth(provider, { serverUrl, fetchFn: fetch }).catch((error) => {
        throw new UserError(`The server's way to give access cannot be used: ${error.message}`);
      });
      const methods = kept.discovery?.authorizationServerMetadata?.code_challenge_methods_supported;
      if (result !== "REDIRECT" || !given.url || !methods?.includes("S256")) {
        throw new UserError(
          "The server's way to give access is not safe: it does not promise to check who finishes it.",
        );
      }
      return { url: given.url, kept };
    },

    async finish(answer, stored, visit) {
      const kept = stored as Kept;
      const { provider, given } = followVisit(visit, kept);
      const authorizationCode = answer.get("code") ?? "";
      const iss = answer.get("iss");
      await auth(provider, { serverUrl, authorizationCode, ...(iss !== null && { iss }), fetchFn: fetch });
      const tokenUrl = kept.discovery?.authorizationServerMetadata?.token_endpoint;
      if (!given.tokens || !kept.client || !tokenUrl) throw new Error("The server gave no token");
      const { client_id: clientId, client_secret: clientSecret } = kept.client;
      return toTokens(given.tokens, {
        tokenUrl,
        clientId,
        ...(clientSecret !== undefined && { clientSecret }),
        ...(kept.resource !== undefined && { resource: kept.resource }),
        privateHosts: privateHosts(config),
      });
    },
  };
}

function registeredClient(
  { auth }: RemoteConfig,
  { clientSecret }: McpSecrets,
): StoredOAuthClientInformation | undefined {
  if (auth?.type !== "oauth" || auth.clientId === undefined) return undefined;
  return { client_id: auth.clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
}

/** The SDK's view of one visit, and what it gives for it. Earlier tokens are not its business: each visit asks again. */
function followVisit({ state, redirectUrl, clientMetadataUrl }: AuthorizationVisit, kept: Kept) {
  const given: { url?: URL; tokens?: StoredOAuthTokens } = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: clientMetadata(redirectUrl),
    state: () => state,
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => undefined,
    saveTokens: (tokens) => {
      given.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      given.url = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (discovery) => {
      kept.discovery = discovery;
    },
    discoveryState: () => kept.discovery,
    saveResourceUrl: (resource) => {
      kept.resource = resource;
    },
  };
  return { provider, given };
}

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
      let url: URL | undefined;
      const kept: Kept = { client: registeredClient(config, secrets) };
      const provider = createProvider(visit, kept, {
        redirectToAuthorization: (target) => {
          url = target;
        },
      });
      const result = await auth(provider, { serverUrl, fetchFn: fetch }).catch((error) => {
        throw new UserError(`The server's way to give access cannot be used: ${error.message}`);
      });
      const methods = kept.discovery?.authorizationServerMetadata?.code_challenge_methods_supported;
      if (result !== "REDIRECT" || !url || !methods?.includes("S256")) {
        throw new UserError(
          "The server's way to give access is not safe: it does not promise to check who finishes it.",
        );
      }
      return { url, kept };
    },

    async finish(answer, stored, visit) {
      const kept = stored as Kept;
      let tokens: StoredOAuthTokens | undefined;
      const provider = createProvider(visit, kept, {
        saveTokens: (saved) => {
          tokens = saved;
        },
      });
      const authorizationCode = answer.get("code") ?? "";
      const iss = answer.get("iss") ?? undefined;
      await auth(provider, {
        serverUrl,
        authorizationCode,
        ...(iss !== undefined && { iss }),
        fetchFn: fetch,
      });
      const tokenUrl = kept.discovery?.authorizationServerMetadata?.token_endpoint;
      if (!tokens || !kept.client || !tokenUrl) throw new Error("The server gave no token");
      const { client_id: clientId, client_secret: clientSecret } = kept.client;
      return toTokens(tokens, {
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

/** The SDK's view of one visit. Tokens of before are not its business: each visit asks anew. */
function createProvider(
  { state, redirectUrl, clientMetadataUrl }: AuthorizationVisit,
  kept: Kept,
  own: Partial<Pick<OAuthClientProvider, "redirectToAuthorization" | "saveTokens">>,
): OAuthClientProvider {
  return {
    redirectUrl,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: clientMetadata(redirectUrl),
    state: () => state,
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: () => {},
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
    ...own,
  };
}

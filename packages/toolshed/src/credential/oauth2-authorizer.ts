import type { OAuth2Provider } from "@toolshed/sdk";
import * as oauth from "oauth4webapi";
import { UserError } from "../user-error.ts";
import type { Authorizer } from "./authorizer.ts";
import { environmentName } from "./credentials.ts";
import { toTokens } from "./oauth-tokens.ts";

/** For providers that say themselves where to go. The client's id and secret may come from the environment. */
export function createOauth2Authorizer(provider: OAuth2Provider, environment: NodeJS.ProcessEnv): Authorizer {
  const clientId = environment[environmentName(provider.id, "CLIENT_ID")] ?? provider.clientId;
  const clientSecret = environment[environmentName(provider.id, "CLIENT_SECRET")];
  const server: oauth.AuthorizationServer = {
    issuer: new URL(provider.authorizationUrl).origin,
    authorization_endpoint: provider.authorizationUrl,
    token_endpoint: provider.tokenUrl,
  };

  function client(): oauth.Client {
    if (clientId !== undefined) return { client_id: clientId };
    throw new UserError(
      `${provider.name} does not know this gateway: register it there and start with ${environmentName(provider.id, "CLIENT_ID")}.`,
    );
  }

  return {
    async begin({ state, redirectUrl }) {
      const verifier = oauth.generateRandomCodeVerifier();
      const url = new URL(provider.authorizationUrl);
      const parameters = {
        client_id: client().client_id,
        redirect_uri: redirectUrl,
        response_type: "code",
        scope: Object.keys(provider.scopes).join(" "),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
      return { url, kept: { verifier } };
    },

    async finish(answer, kept, { state, redirectUrl }) {
      const { verifier } = kept as { verifier: string };
      const local = ["127.0.0.1", "localhost"].includes(new URL(provider.tokenUrl).hostname);
      // The issuer is one that we made up: a service that names its own was never asked for it.
      answer.delete("iss");
      const checked = oauth.validateAuthResponse(server, client(), answer, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client(),
        clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(clientSecret),
        checked,
        redirectUrl,
        verifier,
        { [oauth.allowInsecureRequests]: local },
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client(), response);
      return toTokens(tokens, {
        tokenUrl: provider.tokenUrl,
        clientId: client().client_id,
        ...(clientSecret !== undefined && { clientSecret }),
      });
    },
  };
}

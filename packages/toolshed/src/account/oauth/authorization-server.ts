import type { Grant, Grants } from "../../endpoint/grants.ts";
import { hashToken } from "../../endpoint/token.ts";
import type { WithLock } from "../../store/store.ts";
import type { Accounts } from "../accounts.ts";
import type { DocumentSupport } from "./document-support.ts";
import { consentPage, grantTypes, scopes } from "./oauth-terms.ts";

/** All that an authorization request may say. What we do not know is left out, as the standard wants. */
const authorizeParameters = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
];
/** What we have of all that the library can do. */
const metadataFields = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "registration_endpoint",
  "revocation_endpoint",
  "scopes_supported",
  "response_types_supported",
  "response_modes_supported",
  "grant_types_supported",
  "token_endpoint_auth_methods_supported",
  "token_endpoint_auth_signing_alg_values_supported",
  "code_challenge_methods_supported",
  "authorization_response_iss_parameter_supported",
];
const maxNameLength = 80;

/** The part of OAuth that hands out tokens, on top of the account library's. */
export function createAuthorizationServer(parts: {
  accounts: Accounts;
  grants: Grants;
  documentSupport: DocumentSupport;
  origin: string;
  withLock: WithLock;
}) {
  const { accounts, grants, documentSupport, origin, withLock } = parts;
  const issuer = `${origin}/api/auth`;
  const post = (path: string, body: string, headers: Record<string, string>) =>
    accounts.handle(
      new Request(`${issuer}${path}`, { method: "POST", body, headers: { origin, ...headers } }),
    );
  const postJson = (path: string, body: object, cookie = "") =>
    post(path, JSON.stringify(body), {
      "content-type": "application/json",
      accept: "application/json",
      ...(cookie && { cookie }),
    });
  const postForm = (path: string, form: string, authorization?: string) =>
    post(path, form, {
      "content-type": "application/x-www-form-urlencoded",
      ...(authorization && { authorization }),
    });

  /**
   * A refresh token is rotated once, and for a minute after that gives the pair it was rotated to. One gateway at a time
   * looks at it, so that the second client gets what the first was given.
   */
  async function refresh(token: string, answer: () => Promise<Response>): Promise<Response> {
    if (!(await grants.isRefreshable(token)))
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    return withLock(`refresh ${hashToken(token)}`, answer);
  }

  return {
    issuer,

    async metadata(): Promise<Record<string, unknown>> {
      const answer = await accounts.handle(new Request(`${issuer}/.well-known/oauth-authorization-server`));
      const all = (await answer.json()) as Record<string, unknown>;
      const ours = Object.fromEntries(metadataFields.map((field) => [field, all[field]]));
      return {
        ...ours,
        client_id_metadata_document_supported: documentSupport.isAdvertised(),
        revocation_endpoint_auth_methods_supported: all.token_endpoint_auth_methods_supported,
      };
    },

    /** Where the browser goes next: the consent page, with a signed request or what is wrong with it, or back to the client. */
    async authorize(query: URLSearchParams, cookie: string): Promise<string> {
      const asked = new URLSearchParams();
      for (const name of authorizeParameters) {
        for (const value of query.getAll(name)) asked.append(name, value);
      }
      asked.set("scope", withRefresh(asked.get("scope")));
      const answer = await accounts.handle(
        new Request(`${issuer}/oauth2/authorize?${asked}`, { headers: { ...(cookie && { cookie }) } }),
      );
      const target = answer.headers.get("location");
      if (target === null) return `${consentPage}?error=invalid_request`;
      // Nobody is sent to an address that the client may not have: our own page tells what is wrong.
      const { pathname, searchParams } = new URL(target, origin);
      if (!target.startsWith(`${issuer}/`) || !pathname.endsWith("/error")) return target;
      const error = searchParams.get("error") ?? "";
      const clientId = asked.get("client_id");
      const problem = error === "invalid_client" && documentSupport.problemOf(clientId);
      if (!problem) return `${consentPage}?${new URLSearchParams({ error })}`;
      const { cause, status = "" } = problem;
      // No sentence, which anyone could put into a link: the page has one for each cause.
      const told = { error, document: clientId ?? "", cause, ...(status && { status: `${status}` }) };
      return `${consentPage}?${new URLSearchParams(told)}`;
    },

    register: (metadata: Record<string, unknown>): Promise<Response> =>
      postJson("/oauth2/register", toRegistration(metadata)),

    async token(form: string, authorization?: string): Promise<Response> {
      const asked = new URLSearchParams(form);
      const refreshToken = asked.get("grant_type") === "refresh_token" ? asked.get("refresh_token") : null;
      const ask = () => postForm("/oauth2/token", form, authorization);
      const answer = await (refreshToken === null ? ask() : refresh(refreshToken, ask));
      if (answer.ok) return answer;
      // A code or refresh token that comes twice ends the tokens made with it.
      await grants.forgetTokens();
      const problem = (await answer.json()) as { error?: string };
      const isUnproven = answer.status === 401 && problem.error === "invalid_request";
      return isUnproven
        ? Response.json({ ...problem, error: "invalid_grant" }, { status: 400 })
        : Response.json(problem, { status: answer.status, headers: challengeOf(answer) });
    },

    async revoke(form: string, authorization?: string): Promise<Response> {
      if (!new URLSearchParams(form).get("token"))
        return Response.json(
          { error: "invalid_request", error_description: "token is missing" },
          { status: 400 },
        );
      const answer = await postForm("/oauth2/revoke", form, authorization);
      await grants.forgetTokens();
      // Revoking an unknown token succeeds, as the standard demands.
      return answer.ok || answer.status === 400 ? Response.json({}) : answer;
    },

    /**
     * The client that asks, if the request for consent is one of ours and not too old. It is verified if its id is the URL of
     * its own document; otherwise its name is only what it says.
     */
    async readConsent(signed: string) {
      const query = new URLSearchParams(signed);
      const id = query.get("client_id");
      const redirectUri = query.get("redirect_uri");
      if (id === null || redirectUri === null) return undefined;
      const answer = await postJson("/oauth2/public-client-prelogin", { client_id: id, oauth_query: signed });
      if (!answer.ok) return undefined;
      const { client_name } = (await answer.json()) as { client_name?: string };
      const name = toName(client_name) || new URL(redirectUri).host;
      // Ids of clients that register themselves are made by us and are not URLs.
      return { id, name, isVerified: id.startsWith("https://"), redirectUri };
    },

    /** The person's answer, which can be given once: a grant, or nothing for no. Gives where the browser goes next. */
    async answerConsent(
      signed: string,
      grant: Grant | undefined,
      cookie: string,
    ): Promise<string | undefined> {
      const signature = new URLSearchParams(signed).get("sig");
      if (signature === null || !(await grants.answerOnce(signature))) return undefined;
      if (grant) await grants.save(grant);
      const body = { accept: grant !== undefined, oauth_query: signed };
      const answer = await postJson("/oauth2/consent", body, cookie);
      // The grant is what we remember. Without the library's own memory it asks every time.
      await grants.forgetConsent(new URLSearchParams(signed).get("client_id") ?? "");
      if (!answer.ok) return undefined;
      return ((await answer.json()) as { url?: string }).url;
    },
  };
}

/** A grant lasts until it is revoked, whether or not the client knows to ask for that. */
function withRefresh(scope: string | null): string {
  const asked = scope?.split(" ").filter(Boolean) ?? [];
  return [...new Set([...(asked.length > 0 ? asked : scopes), "offline_access"])].join(" ");
}

/** What clients say of themselves, without what they say only for other servers. */
function toRegistration({ scope: _, resources: __, ...metadata }: Record<string, unknown>) {
  const { application_type, grant_types, redirect_uris } = metadata;
  const isNative = Array.isArray(redirect_uris) && !redirect_uris.every(isWebRedirect);
  return {
    ...metadata,
    ...(application_type === undefined && isNative && { application_type: "native" }),
    ...(Array.isArray(grant_types) && {
      grant_types: grant_types.filter((type) => grantTypes.includes(type)),
    }),
  };
}

function isWebRedirect(uri: unknown): boolean {
  if (typeof uri !== "string" || !URL.canParse(uri)) return false;
  return new URL(uri).protocol === "https:";
}

/** A stranger's text: one line, nothing that hides or turns it around. */
function toName(text = ""): string {
  return text
    .replace(/\p{C}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxNameLength);
}

function challengeOf({ headers }: Response): Record<string, string> {
  const challenge = headers.get("www-authenticate");
  return challenge === null ? {} : { "www-authenticate": challenge };
}

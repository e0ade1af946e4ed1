import { describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { attempt, obtainTokens, redirectUri, registered, signIn } from "../fixtures/oauth-flow.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { sendTo } from "../fixtures/team.ts";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** What no field of a body expects. */
const oddValues = [
  "null",
  "-1e400",
  '""',
  '"a\\u0000b"',
  '"\\ud800"',
  '"https://app.example/\\u0000"',
  '"https://[::1"',
  JSON.stringify("x".repeat(20_000)),
  "[null]",
  '["\\u0000"]',
  '["https://app.example/\\u0000"]',
  '[{"a":1}]',
  '{"__proto__":{"a":1}}',
  '{"keys":[{"kty":"\\u0000"}]}',
  nested(5_000),
  deepObject(5_000),
];
const registrationFields = [
  "redirect_uris",
  "client_name",
  "client_uri",
  "logo_uri",
  "contacts",
  "tos_uri",
  "policy_uri",
  "software_id",
  "software_version",
  "software_statement",
  "post_logout_redirect_uris",
  "backchannel_logout_uri",
  "backchannel_logout_session_required",
  "token_endpoint_auth_method",
  "grant_types",
  "response_types",
  "jwks",
  "jwks_uri",
  "scope",
  "resources",
  "metadata",
  "type",
  "application_type",
  "subject_type",
  "require_pkce",
  "dpop_bound_access_tokens",
  "client_id",
  "unheard_of",
];
const oddTexts = [
  "",
  "%",
  "%00",
  "a%00b",
  "%ff%fe",
  "%ed%a0%80",
  "x".repeat(20_000),
  "tsr_%00",
  "refresh_token",
  "authorization_code",
  "client_credentials",
  "__proto__",
  "[]",
  nested(5_000),
];
const formFields = [
  "grant_type",
  "client_id",
  "client_secret",
  "code",
  "code_verifier",
  "redirect_uri",
  "refresh_token",
  "scope",
  "resource",
  "token",
  "token_type_hint",
  "client_assertion",
  "client_assertion_type",
];

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const credentials = [
  "Basic",
  "Basic !",
  `Basic ${Buffer.from("\0:\0").toString("base64")}`,
  `Basic ${Buffer.from("%00:%00").toString("base64")}`,
  "Basic JQ==",
  "Bearer x",
  "DPoP x",
];
const bodies = ["", "null", "[]", "{", '"', nested(30_000), deepObject(10_000), "\0", '{"a":1}{"a":1}'];

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const toPost = (action: string, body: string, headers: Record<string, string>): Asked => ({
  path: `/api/auth/oauth2/${action}`,
  method: "POST",
  headers,
  body,
});

function* registrations(): Generator<Asked> {
  for (const field of registrationFields) {
    for (const value of oddValues) {
      const valid = field === "redirect_uris" ? "" : `"redirect_uris":["${redirectUri}"],`;
      yield toPost("register", `{${valid}"${field}":${value}}`, json);
    }
  }
  for (const action of ["register", "token", "revoke"]) {
    for (const body of bodies) {
      for (const headers of [json, form, { "content-type": "multipart/form-data" }, {}])
        yield toPost(action, body, headers);
    }
  }
}

function* forms(client_id: string, refresh_token: string): Generator<Asked> {
  const code = { grant_type: "authorization_code", client_id, code: "c", redirect_uri: redirectUri };
  const refresh = { grant_type: "refresh_token", client_id };
  const valid: [action: string, fields: Record<string, string>][] = [
    ["token", { ...code, code_verifier: "v" }],
    ["token", { ...refresh, refresh_token: "tsr_x" }],
    ["token", { ...refresh, refresh_token, scope: "not_ours" }],
    ["revoke", { client_id, token: "tsr_x" }],
  ];
  for (const [action, fields] of valid) {
    for (const field of formFields) {
      const others = Object.entries(fields).filter(([key]) => key !== field);
      for (const [index, text] of oddTexts.entries()) {
        const odd = `&${field}=${text}`;
        yield toPost(action, `${new URLSearchParams(others)}${index % 2 ? odd : odd + odd}`, form);
      }
    }
    for (const authorization of credentials)
      yield toPost(action, String(new URLSearchParams(fields)), { ...form, authorization });
  }
}

function* authorizations(gateway: TestGateway, client_id: string, cookie: string): Generator<Asked> {
  for (const field of ["client_id", "redirect_uri", "scope", "state", "resource", "code_challenge"]) {
    const { url } = attempt(gateway, client_id, { [field]: null });
    for (const text of oddTexts)
      yield { path: `${url.slice(gateway.url.length)}&${field}=${text}`, headers: { cookie } };
  }
}

/** The answers that are internal errors. Several requests run concurrently. */
async function failuresOf({ url }: TestGateway, requests: Iterator<Asked>): Promise<string[]> {
  const failures: string[] = [];
  const work = async () => {
    for (let next = requests.next(); !next.done; next = requests.next()) {
      const { path, ...init } = next.value;
      const answer = await fetch(url + path, { ...init, redirect: "manual" });
      const text = await answer.text();
      const name = `${path.slice(0, 300)} ${init.body?.slice(0, 300) ?? ""}`;
      if (answer.status >= 500) failures.push(`${name}: ${answer.status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return failures;
}

async function bombard(gateway: TestGateway): Promise<void> {
  const person = await signIn(gateway);
  const { client_id } = await registered(gateway);
  const { refresh_token } = await obtainTokens(gateway, person, client_id);
  const failures = [
    ...(await failuresOf(gateway, authorizations(gateway, client_id, person.cookie))),
    ...(await failuresOf(gateway, forms(client_id, refresh_token))),
    ...(await failuresOf(gateway, registrations())),
  ];
  expect(failures).toEqual([]);
}

test("deep client metadata is refused as such", async () => {
  const gateway = await startGateway();
  const body = `{"redirect_uris":["${redirectUri}"],"metadata":${deepObject(5_000)}}`;
  const answer = await fetch(`${gateway.url}/api/auth/oauth2/register`, {
    method: "POST",
    headers: json,
    body,
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: "invalid_client_metadata", error_description: "JSON may nest at most 64 levels deep" },
  ]);
});

describe("a client registration never gets an internal error, for any body", () => {
  test("on SQLite", async () => {
    await bombard(await startGateway({ environment: { TOOLSHED_GRANTS_PER_MINUTE: "999999999" } }));
  }, 240_000);

  test.skipIf(!postgresBin)(
    "on PostgreSQL",
    async () => {
      const environment = {
        DATABASE_URL: await createDatabase(),
        TOOLSHED_GRANTS_PER_MINUTE: "999999999",
      };
      const gateway = await startGateway({ environment });
      await bombard(gateway);

      // Nor is it for people who sign in, or manage what is theirs.
      const email = "a\0@example.com";
      const signingIn = await sendTo(gateway, "POST", "/session", { email, password: "x".repeat(14) });
      const endpoint = await requestAsCommand(gateway, "POST", "/endpoints", { name: "\0" });
      const approval = await requestAsCommand(gateway, "GET", "/approvals/%00");
      expect([signingIn.status, endpoint.status, approval.status]).toEqual([422, 400, 422]);
    },
    240_000,
  );
});

import { createHmac, generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startDocumentSite } from "../fixtures/client-document.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import {
  attempt,
  exchange,
  obtainCode,
  obtainTokens,
  postForm,
  redirectUri,
  refresh,
  register,
  registered,
  signIn,
  statusWith,
  type Tokens,
} from "../fixtures/oauth-flow.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;
const errorOf = async (answer: Response) => [answer.status, (await json(answer)).error];

const endpointsOf = async (gateway: TestGateway, cookie: string) =>
  (
    (await json(await fetch(`${gateway.url}/api/v1/endpoints`, { headers: { cookie } }))).endpoints as {
      id: string;
      kind: string;
    }[]
  ).filter(({ kind }) => kind === "grant");

async function prepare() {
  const gateway = await startGateway();
  const [person, client] = await Promise.all([signIn(gateway), registered(gateway)]);
  return { gateway, person, clientId: client.client_id };
}

describe("discovery", () => {
  test("a request without a token is told where to get one, by the name it used", async () => {
    const gateway = await startGateway();
    const localhost = gateway.url.replace("127.0.0.1", "localhost");
    for (const origin of [gateway.url, localhost]) {
      const answer = await fetch(`${origin}/api/mcp`, { method: "POST" });
      expect(answer.status).toBe(401);
      const challenge = answer.headers.get("www-authenticate") ?? "";
      const metadataUrl = `${origin}/.well-known/oauth-protected-resource/api/mcp`;
      expect(challenge).toBe(`Bearer realm="toolshed", resource_metadata="${metadataUrl}", scope="tools"`);
      expect(await json(await fetch(metadataUrl))).toMatchObject({
        resource: `${origin}/api/mcp`,
        authorization_servers: [`${gateway.url}/api/auth`],
      });
    }
  });

  test("the authorization server describes itself wherever clients look", async () => {
    const gateway = await startGateway();
    const paths = [
      "/.well-known/oauth-authorization-server/api/auth",
      "/.well-known/openid-configuration/api/auth",
      "/api/auth/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server",
    ];
    for (const path of paths) {
      expect(await json(await fetch(gateway.url + path)), path).toMatchObject({
        issuer: `${gateway.url}/api/auth`,
        code_challenge_methods_supported: ["S256"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        response_types_supported: ["code"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
    }
  });

  test("no other route of the account library is reachable", async () => {
    const { gateway, person } = await prepare();
    const routes = [
      "GET /api/auth/get-session",
      "GET /api/auth/oauth2/get-clients",
      "POST /api/auth/oauth2/consent",
      "POST /api/auth/oauth2/introspect",
      "POST /api/auth/oauth2/create-client",
      "POST /api/auth/admin/oauth2/create-client",
      "GET /api/auth/admin/oauth2/resources",
      "POST /api/auth/sign-in/magic-link",
      "GET /api/auth/oauth2/userinfo",
    ];
    for (const route of routes) {
      const [method = "", path] = route.split(" ");
      const headers = { cookie: person.cookie, origin: gateway.url };
      expect((await fetch(gateway.url + path, { method, headers })).status, route).toBe(404);
    }
  });
});

describe("where an answer may go", () => {
  const web = "https://app.example/callback";

  const others = {
    "extra path": [web, `${web}/x`],
    "extra query": [web, `${web}?x=1`],
    "user info": [web, "https://user@app.example/callback"],
    "other port": [web, "https://app.example:8443/callback"],
    "other host": [web, "https://app.example.evil.example/callback"],
    "no encryption": [web, "http://app.example/callback"],
    fragment: [web, `${web}#x`],
    "empty fragment": [web, `${web}#`],
    "other path on this machine": [redirectUri, "http://127.0.0.1:4000/other"],
    "other name of this machine": [redirectUri, "http://localhost:4000/callback"],
    "user info on this machine": [redirectUri, "http://x@127.0.0.1:4000/callback"],
  };

  test("not to another address than the client registered", async () => {
    const gateway = await startGateway();
    const person = await signIn(gateway);
    for (const [name, [allowed, asked = ""]] of Object.entries(others)) {
      const { client_id } = await registered(gateway, { redirect_uris: [allowed] });
      const { href } = await person.follow(attempt(gateway, client_id, { redirect_uri: asked }).url);
      expect(href, name).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/consent\?error=invalid_(redirect|request)$/);
      expect(href, name).toContain(gateway.url);
    }
  });

  test("to any port of this machine, as programs get another one at each start", async () => {
    const { gateway, person, clientId } = await prepare();
    const other = "http://127.0.0.1:54321/callback";
    const consentPage = await person.follow(attempt(gateway, clientId, { redirect_uri: other }).url);
    expect(consentPage.pathname).toBe("/consent");
    const { url } = await json(await person.answer(consentPage));
    expect(String(url)).toMatch(/^http:\/\/127\.0\.0\.1:54321\/callback\?code=/);
  });

  test("and nobody registers an address that is none", async () => {
    const gateway = await startGateway();
    for (const uri of [
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "http://app.example/callback",
      "https://user:pw@app.example/callback",
      "https://app.example/callback#x",
    ]) {
      expect((await register(gateway, { redirect_uris: [uri] })).status, uri).toBe(400);
    }
  });
});

describe("a request", () => {
  const wrong: Record<string, Record<string, string | null>> = {
    "without PKCE": { code_challenge: null, code_challenge_method: null },
    "with plain PKCE": { code_challenge_method: "plain" },
    "with a challenge but no method": { code_challenge_method: null },
    "for a resource that is not ours": { resource: "https://other.example/api/mcp" },
    "for a scope that is not ours": { scope: "admin" },
    "for a token directly": { response_type: "token" },
  };

  test("that is wrong goes back to the client as an error, with what it needs to tell its own", async () => {
    const { gateway, person, clientId } = await prepare();
    for (const [name, changes] of Object.entries(wrong)) {
      const { origin, search, hash } = await person.follow(attempt(gateway, clientId, changes).url);
      const answer = new URLSearchParams(search || hash.slice(1));
      expect(origin, name).toBe(new URL(redirectUri).origin);
      expect(answer.get("error"), name).toMatch(/^(invalid|unsupported)_/);
      expect(answer.has("code"), name).toBe(false);
      expect(answer.get("iss"), name).toBe(`${gateway.url}/api/auth`);
      expect(answer.get("state"), name).toBe("a state");
    }
  });

  test("gets its state back as it was, and none that it did not send", async () => {
    const { gateway, person, clientId } = await prepare();
    const state = "ä&code=forged#\u0000";
    for (const [sent, expected] of [
      [state, state],
      [null, null],
    ]) {
      const consentPage = await person.follow(attempt(gateway, clientId, { state: sent ?? null }).url);
      const { url } = await json(await person.answer(consentPage));
      const { searchParams } = new URL(String(url));
      expect(searchParams.get("state")).toBe(expected);
      expect(searchParams.getAll("code")).toHaveLength(1);
      expect(searchParams.get("iss")).toBe(`${gateway.url}/api/auth`);
    }
  });

  test("is answered once, unchanged, in a browser that is signed in, from our page", async () => {
    const { gateway, person, clientId } = await prepare();
    const consentPage = await person.follow(attempt(gateway, clientId).url);
    for (const [name, value] of [
      ["redirect_uri", "https://evil.example/"],
      ["client_id", "other"],
      ["state", "other"],
      ["exp", "9999999999"],
    ] as const) {
      const changed = new URL(consentPage);
      changed.searchParams.set(name, value);
      expect((await person.answer(changed)).status, name).toBe(410);
    }

    const body = JSON.stringify({ query: consentPage.search.slice(1), accept: true });
    const post = (headers: Record<string, string>) =>
      fetch(`${gateway.url}/api/v1/consent`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
    const { cookie } = person;
    expect((await post({})).status).toBe(401);
    expect((await post({ cookie })).status).toBe(401);
    expect((await post({ origin: gateway.url })).status).toBe(401);
    expect((await post({ cookie, origin: "https://evil.example" })).status).toBe(403);

    expect((await person.answer(consentPage)).status).toBe(200);
    expect((await person.answer(consentPage)).status).toBe(410);
  });

  test("is asked again each time, regardless of earlier answers", async () => {
    const { gateway, person, clientId } = await prepare();
    await obtainTokens(gateway, person, clientId);
    const other = await registered(gateway, { client_name: "Test App" });
    for (const id of [clientId, other.client_id]) {
      for (const prompt of [null, "none"]) {
        const target = await person.follow(attempt(gateway, id, { prompt }).url);
        expect(target.pathname).toBe("/consent");
        expect(target.searchParams.has("code")).toBe(false);
      }
    }
  });
});

describe("a code", () => {
  test("is for the client that asked, with its proof, once", async () => {
    const { gateway, person, clientId } = await prepare();
    const other = await registered(gateway);
    const invalid = [400, "invalid_grant"];

    const stolen = attempt(gateway, clientId);
    const stolenCode = await obtainCode(person, stolen);
    expect(await errorOf(await exchange(gateway, other.client_id, stolenCode, stolen.verifier))).toEqual(
      invalid,
    );

    const guessed = attempt(gateway, clientId);
    const guessedCode = await obtainCode(person, guessed);
    expect(await errorOf(await exchange(gateway, clientId, guessedCode, "x".repeat(43)))).toEqual(invalid);
    expect(await errorOf(await exchange(gateway, clientId, guessedCode, guessed.verifier))).toEqual(invalid);

    const asked = attempt(gateway, clientId);
    const code = await obtainCode(person, asked);
    const tokens = (await json(await exchange(gateway, clientId, code, asked.verifier))) as unknown as Tokens;
    expect(await statusWith(gateway, tokens.access_token)).toBe(200);
    expect(await errorOf(await exchange(gateway, clientId, code, asked.verifier))).toEqual(invalid);
    expect(await statusWith(gateway, tokens.access_token)).toBe(401);
    expect(await errorOf(await refresh(gateway, clientId, tokens.refresh_token))).toEqual(invalid);
  });
});

describe("a refresh token", () => {
  test("is exchanged for another one, which it gives again for a while, and belongs to its client", async () => {
    const { gateway, person, clientId } = await prepare();
    const other = await registered(gateway);
    const first = await obtainTokens(gateway, person, clientId);
    expect(await errorOf(await refresh(gateway, other.client_id, first.refresh_token))).toEqual([
      400,
      "invalid_grant",
    ]);
    const second = (await json(await refresh(gateway, clientId, first.refresh_token))) as unknown as Tokens;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await statusWith(gateway, second.access_token)).toBe(200);

    const { access_token, refresh_token } = second;
    expect(await json(await refresh(gateway, clientId, first.refresh_token))).toMatchObject({
      access_token,
      refresh_token,
    });
    expect(await statusWith(gateway, access_token)).toBe(200);
  });
});

describe("an access token", () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  function forgeries(gateway: TestGateway): Record<string, string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: `${gateway.url}/api/auth`,
      aud: `${gateway.url}/api/mcp`,
      sub: "owner",
      scope: "tools",
      exp: now + 3600,
    };
    const { publicKey } = generateKeyPairSync("ed25519");
    const key = publicKey.export({ type: "spki", format: "pem" });
    const signed = (header: object, payload: object) => {
      const text = `${encode(header)}.${encode(payload)}`;
      return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
    };
    return {
      "without a signature": `${encode({ alg: "none" })}.${encode(claims)}.`,
      "signed with a public key": signed({ alg: "HS256", typ: "at+jwt" }, claims),
      "for another audience": signed({ alg: "HS256" }, { ...claims, aud: "https://other.example" }),
      "of another issuer": signed({ alg: "HS256" }, { ...claims, iss: "https://other.example" }),
      "not valid yet": signed({ alg: "HS256" }, { ...claims, nbf: now + 3600 }),
      "made up": `tsa_${"x".repeat(43)}`,
      empty: "",
      "very long": "x".repeat(10_000),
    };
  }

  test("is one of ours, and not made up", async () => {
    const gateway = await startGateway();
    for (const [name, token] of Object.entries(forgeries(gateway))) {
      expect(await statusWith(gateway, token), name).toBe(401);
    }
  });

  test("is read from the header alone, and cannot be a refresh token", async () => {
    const { gateway, person, clientId } = await prepare();
    const tokens = await obtainTokens(gateway, person, clientId);
    expect(await statusWith(gateway, tokens.access_token)).toBe(200);
    expect(await statusWith(gateway, "x", `/api/mcp/${tokens.access_token}`)).toBe(404);
    expect(await statusWith(gateway, "x", `/api/mcp?access_token=${tokens.access_token}`)).toBe(401);
    expect(await statusWith(gateway, tokens.refresh_token)).toBe(401);
    const api = await fetch(`${gateway.url}/api/v1/endpoints`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(api.status).toBe(401);
  });

  test("opens only the address it was made for", async () => {
    const home = temporaryFolder();
    const first = await startGateway({ home });
    const person = await signIn(first);
    const { client_id } = await registered(first);
    const { access_token } = await obtainTokens(first, person, client_id);
    await first.end("SIGINT");

    const same = await startGateway({ home, environment: { PORT: new URL(first.url).port } });
    expect(await statusWith(same, access_token)).toBe(200);
    await same.end("SIGINT");
    const other = await startGateway({ home });
    expect(other.url).not.toBe(first.url);
    expect(await statusWith(other, access_token)).toBe(401);
  });

  test("for no resource in particular is for the only one there is", async () => {
    const { gateway, person, clientId } = await prepare();
    const asked = attempt(gateway, clientId, { resource: null, scope: null });
    const code = await obtainCode(person, asked);
    const tokens = (await json(await exchange(gateway, clientId, code, asked.verifier))) as unknown as Tokens;
    expect(await statusWith(gateway, tokens.access_token)).toBe(200);
  });
});

describe("a grant", () => {
  test("is an endpoint: one for each client, as the person last said, gone with all its tokens", async () => {
    const { gateway, person, clientId } = await prepare();
    await obtainTokens(gateway, person, clientId, { readOnly: true, sources: ["samples"], approval: "ask" });
    const [before] = await endpointsOf(gateway, person.cookie);
    expect(before).toMatchObject({
      name: "Test App",
      clientId,
      scope: { readOnly: true, allow: ["samples.**"] },
      approval: "ask",
    });

    const tokens = await obtainTokens(gateway, person, clientId);
    const endpoints = await endpointsOf(gateway, person.cookie);
    expect(endpoints).toMatchObject([{ id: before?.id, scope: { readOnly: false }, approval: "host" }]);

    const change = (method: string, path = "") =>
      fetch(`${gateway.url}/api/v1/endpoints/${before?.id}${path}`, {
        method,
        headers: { cookie: person.cookie, origin: gateway.url, "content-type": "application/json" },
        body: method === "POST" ? JSON.stringify({ overlapMs: 0 }) : null,
      });
    expect((await change("POST", "/rotate")).status).toBe(404);
    expect(await statusWith(gateway, tokens.access_token)).toBe(200);
    expect((await change("DELETE")).status).toBe(200);
    expect(await statusWith(gateway, tokens.access_token)).toBe(401);
    expect((await refresh(gateway, clientId, tokens.refresh_token)).status).toBe(400);
    expect(await endpointsOf(gateway, person.cookie)).toEqual([]);

    // A new consent brings back none of the tokens from before.
    const again = await obtainTokens(gateway, person, clientId);
    expect(await statusWith(gateway, again.access_token)).toBe(200);
    expect(await statusWith(gateway, tokens.access_token)).toBe(401);
    expect((await refresh(gateway, clientId, tokens.refresh_token)).status).toBe(400);
  });

  test("ends for the client that revokes its token, and for no other", async () => {
    const { gateway, person, clientId } = await prepare();
    const other = await registered(gateway);
    const { access_token, refresh_token } = await obtainTokens(gateway, person, clientId);
    const revoke = (client_id: string, token: string) => postForm(gateway, "revoke", { client_id, token });

    expect((await revoke(other.client_id, refresh_token)).status).toBe(200);
    expect((await revoke(clientId, "unknown")).status).toBe(200);
    expect((await postForm(gateway, "revoke", { client_id: clientId })).status).toBe(400);
    expect(await statusWith(gateway, access_token)).toBe(200);
    expect((await revoke(clientId, refresh_token)).status).toBe(200);
    expect(await statusWith(gateway, access_token)).toBe(401);
    expect((await refresh(gateway, clientId, refresh_token)).status).toBe(400);
  });

  test("a client with a secret has to give it, and neither it nor a token is kept or logged", async () => {
    const home = temporaryFolder();
    const gateway = await startGateway({ home });
    const person = await signIn(gateway);
    const { client_id, client_secret = "" } = await registered(gateway, {
      token_endpoint_auth_method: "client_secret_basic",
    });
    const asked = attempt(gateway, client_id);
    const code = await obtainCode(person, asked);
    const ask = (secret: string, form: Record<string, string>) =>
      postForm(gateway, "token", form, {
        authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString("base64")}`,
      });
    const exchanged = await ask(client_secret, {
      grant_type: "authorization_code",
      code,
      code_verifier: asked.verifier,
      redirect_uri: redirectUri,
    });
    const tokens = (await json(exchanged)) as unknown as Tokens;
    expect(await statusWith(gateway, tokens.access_token)).toBe(200);
    const again = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    expect((await ask("wrong", again)).status).toBe(401);
    expect((await refresh(gateway, client_id, tokens.refresh_token)).ok).toBe(false);
    expect((await ask(client_secret, again)).status).toBe(200);
    await gateway.end("SIGINT");

    const kept = readdirSync(home)
      .map((file) => readFileSync(join(home, file), "latin1"))
      .join();
    expect(kept).toContain(client_id);
    for (const secret of [client_secret, tokens.access_token, tokens.refresh_token, code]) {
      expect(kept).not.toContain(secret);
      expect(gateway.output()).not.toContain(secret);
    }
  });
});

describe.skipIf(!postgresBin)("on PostgreSQL", () => {
  test("a client gets its tokens, refreshes them, and loses them with the grant", async () => {
    const gateway = await startGateway({ environment: { DATABASE_URL: await createDatabase() } });
    const [person, { client_id }] = await Promise.all([signIn(gateway), registered(gateway)]);
    const first = await obtainTokens(gateway, person, client_id);
    expect(await statusWith(gateway, first.access_token)).toBe(200);
    const second = (await json(await refresh(gateway, client_id, first.refresh_token))) as unknown as Tokens;
    expect(await statusWith(gateway, second.access_token)).toBe(200);
    const [grant] = await endpointsOf(gateway, person.cookie);
    await fetch(`${gateway.url}/api/v1/endpoints/${grant?.id}`, {
      method: "DELETE",
      headers: { cookie: person.cookie, origin: gateway.url },
    });
    expect(await statusWith(gateway, second.access_token)).toBe(401);
    expect((await refresh(gateway, client_id, second.refresh_token)).status).toBe(400);
    await gateway.end("SIGINT");
  });
});

describe("a client's document", () => {
  const document = {
    client_name: "Documented App",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };

  test("is what its URL says, or the client is not known", async () => {
    const site = await startDocumentSite();
    const gateway = await startGateway({ environment: site.environment });
    const person = await signIn(gateway);
    const follow = async (clientId: string) => (await person.follow(attempt(gateway, clientId).url)).search;
    const put = (path: string, changes: object, answer?: Parameters<typeof site.put>[2]) =>
      site.put(path, { ...document, client_id: site.origin + path, ...changes }, answer);

    expect(await follow(put("/good.json", {}))).toMatch(/[?&]sig=/);
    const bad = {
      "another client's id": put("/a.json", { client_id: `${site.origin}/good.json` }),
      "no name": put("/b.json", { client_name: undefined }),
      "a shared secret": put("/c.json", { client_secret: "x" }),
      "a method that needs a secret": put("/d.json", { token_endpoint_auth_method: "client_secret_post" }),
      "no consent wanted": put("/e.json", { skip_consent: true }),
      "a redirect": put("/f.json", {}, { status: 302, headers: { location: "/good.json" } }),
      "not found": `${site.origin}/none.json`,
      "another type": put("/g.json", {}, { headers: { "content-type": "text/html" } }),
      "over 64 KB": put("/h.json", { padding: "x".repeat(70_000) }),
      "a bad redirect": put("/i.json", { redirect_uris: ["javascript:alert(1)"] }),
      "user info": put("/j.json", {}).replace("https://", "https://user@"),
      "another way of writing": put("/k.json", {}).replace("/k.json", "/x/../k.json"),
    };
    for (const [name, clientId] of Object.entries(bad)) {
      expect(await follow(clientId), name).toMatch(/^\?error=invalid_/);
    }
  });

  test("that could not be loaded is named, with the cause", async () => {
    const site = await startDocumentSite();
    const gateway = await startGateway({ environment: site.environment });
    const person = await signIn(gateway);
    const problemOf = async (clientId: string) =>
      Object.fromEntries((await person.follow(attempt(gateway, clientId).url)).searchParams);
    const url = site.put("/down.json", {}, { status: 503 });
    const error = "invalid_client";
    expect(await problemOf(url)).toEqual({ error, document: url, cause: "status", status: "503" });
    const page = site.put("/page.json", {}, { headers: { "content-type": "text/html" } });
    expect(await problemOf(page)).toEqual({ error, document: page, cause: "content" });
    // A registered client that is gone has no document.
    expect(await problemOf("nobody")).toEqual({ error });
    const answer = await fetch(`${gateway.url}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toMatchObject({ client_id_metadata_document_supported: true });
  });

  test("is not loaded by a gateway that is told so, and clients learn it", async () => {
    const site = await startDocumentSite();
    const gateway = await startGateway({
      environment: { ...site.environment, TOOLSHED_CLIENT_DOCUMENTS: "off" },
    });
    const person = await signIn(gateway);
    const answer = await fetch(`${gateway.url}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toMatchObject({
      client_id_metadata_document_supported: false,
      registration_endpoint: expect.any(String),
    });
    const url = site.put("/good.json", { ...document, client_id: `${site.origin}/good.json` });
    const { search } = await person.follow(attempt(gateway, url).url);
    expect(search).toBe(`?${new URLSearchParams({ error: "invalid_client", document: url, cause: "off" })}`);
    expect(site.requests()).toBe(0);
  });

  test("is no longer asked for once the gateway reaches nothing on the internet", async () => {
    const offline = new URL("../fixtures/offline.mjs", import.meta.url);
    const gateway = await startGateway({ environment: { NODE_OPTIONS: `--import=${offline}` } });
    const person = await signIn(gateway);
    const metadata = async () => {
      const answer = await fetch(`${gateway.url}/.well-known/oauth-authorization-server`);
      return (await answer.json()) as { client_id_metadata_document_supported: boolean };
    };
    expect(await metadata()).toMatchObject({ client_id_metadata_document_supported: true });
    const { searchParams } = await person.follow(attempt(gateway, "https://app.example/client.json").url);
    expect(searchParams.get("cause")).toBe("offline");
    expect(await metadata()).toMatchObject({ client_id_metadata_document_supported: false });
  });

  test("on a private address is not fetched", async () => {
    const site = await startDocumentSite();
    const { NODE_EXTRA_CA_CERTS = "" } = site.environment;
    const gateway = await startGateway({ environment: { NODE_EXTRA_CA_CERTS } });
    const person = await signIn(gateway);
    const { port } = new URL(site.origin);
    for (const host of [
      "localhost",
      "127.0.0.1",
      "[::ffff:127.0.0.1]",
      "2130706433",
      "0x7f.1",
      "localhost.",
    ]) {
      const target = await person.follow(attempt(gateway, `https://${host}:${port}/a.json`).url);
      // Only a canonical URL names a document, and some systems don't resolve the last of them.
      expect(target.search, host).toMatch(
        /^\?error=invalid_client(&document=[^&]*&cause=(private|dns|offline))?$/,
      );
      if (host === "localhost") expect(target.searchParams.get("cause")).toBe("private");
    }
    expect(site.requests()).toBe(0);
  });
});

import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createAccounts } from "../../packages/toolshed/src/account/accounts.ts";
import { createAuthorizationServer } from "../../packages/toolshed/src/account/oauth/authorization-server.ts";
import { createDocumentSupport } from "../../packages/toolshed/src/account/oauth/document-support.ts";
import { oauthProvider } from "../../packages/toolshed/src/account/oauth/oauth-provider.ts";
import { openVault } from "../../packages/toolshed/src/credential/vault.ts";
import { createEndpoints } from "../../packages/toolshed/src/endpoint/endpoints.ts";
import { createGrants } from "../../packages/toolshed/src/endpoint/grants.ts";
import { createLog } from "../../packages/toolshed/src/log/log.ts";
import { everything } from "../../packages/toolshed/src/policy/scope.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import type { Tokens } from "../fixtures/oauth-flow.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";
import { cookiesOf } from "../fixtures/team.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const origin = "http://127.0.0.1:7420";
const resource = `${origin}/api/mcp`;
const redirectUri = "http://127.0.0.1:4000/callback";
const verifier = "v".repeat(43);
const secret = "a secret of at least thirty-two characters";

// Only the clock is fake. Timers keep running.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The authorization server as a gateway has it. */
async function openServer(store: Store) {
  onTestFinished(() => store.close());
  const vault = await openVault(store, secret);
  const log = createLog(() => {});
  const fetchDocument = async () =>
    ({ problem: "unreachable", cause: "timeout", reason: "not asked for" }) as const;
  const documentSupport = createDocumentSupport({}, async () => true);
  const accounts = await createAccounts(store, origin, secret, async () => [
    oauthProvider({ resources: [resource], vault, fetchDocument, documentSupport, log }),
  ]);
  const grants = createGrants(store);
  const server = createAuthorizationServer({
    accounts,
    grants,
    documentSupport,
    origin,
    withLock: store.withLock,
  });
  const endpoints = createEndpoints(store, [resource]);

  async function register(metadata: object = {}): Promise<string> {
    const registered = await server.register({
      client_name: "App",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      ...metadata,
    });
    return ((await registered.json()) as { client_id: string }).client_id;
  }

  /** The owner lets the client in. */
  async function obtainTokens(clientId: string): Promise<Tokens> {
    const code = await accounts.createSignInCode();
    const cookie = cookiesOf(await accounts.signIn(code, new Headers({ origin })));
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: "tools",
      state: randomUUID(),
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource,
    });
    const consentPage = new URL(await server.authorize(query, cookie), origin);
    const grant = {
      userId: accounts.owner.id,
      clientId,
      name: "App",
      scope: everything,
      approval: "host",
    } as const;
    const target = await server.answerConsent(consentPage.search.slice(1), grant, cookie);
    const exchanged = await server.token(
      String(
        new URLSearchParams({
          grant_type: "authorization_code",
          client_id: clientId,
          code: new URL(target ?? "").searchParams.get("code") ?? "",
          code_verifier: verifier,
          redirect_uri: redirectUri,
        }),
      ),
    );
    return (await exchanged.json()) as Tokens;
  }

  async function refresh(clientId: string, refreshToken: string): Promise<Tokens & { error?: string }> {
    const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken };
    const answer = await server.token(String(new URLSearchParams(form)));
    return (await answer.json()) as Tokens & { error?: string };
  }

  const isOpen = async ({ access_token }: Tokens) =>
    (await endpoints.findByToken(access_token)) !== undefined;
  const revoke = (clientId: string, token: string) =>
    server.revoke(String(new URLSearchParams({ client_id: clientId, token })));
  return { store, grants, endpoints, accounts, register, obtainTokens, refresh, revoke, isOpen };
}

function passSeconds(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000);
}

const pairOf = ({ access_token, refresh_token }: Tokens) => ({ access_token, refresh_token });

describe("on SQLite", () => contract(() => openSqliteStore(join(temporaryFolder(), "test.db"))));

describe.skipIf(!postgresBin)("on PostgreSQL", () => {
  contract(async () => openPostgresStore(await createDatabase()));

  test("ten clients that refresh concurrently through two gateways all stay signed in", async () => {
    const place = await createDatabase();
    const one = await openServer(await openPostgresStore(place));
    const other = await openServer(await openPostgresStore(place));
    const clientId = await one.register();
    const { refresh_token } = await one.obtainTokens(clientId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? one : other).refresh(clientId, refresh_token)),
    );
    const [first] = answers;
    for (const answer of answers) expect(pairOf(answer)).toEqual(pairOf(first as Tokens));
    expect(await other.isOpen(first as Tokens)).toBe(true);
    expect(await other.refresh(clientId, (first as Tokens).refresh_token)).toHaveProperty("access_token");
  });
});

function contract(open: () => Promise<Store>): void {
  test("ten clients that refresh concurrently all stay signed in", async () => {
    const { register, obtainTokens, refresh, isOpen } = await openServer(await open());
    const clientId = await register();
    const { refresh_token } = await obtainTokens(clientId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(clientId, refresh_token)));
    const [first] = answers as [Tokens];
    expect(first.refresh_token).toMatch(/^tsr_/);
    expect(first.refresh_token).not.toBe(refresh_token);
    for (const answer of answers) expect(pairOf(answer)).toEqual(pairOf(first));
    expect(await isOpen(first)).toBe(true);
    expect(await refresh(clientId, first.refresh_token)).toHaveProperty("access_token");
  });

  test("a rotated token gives the same pair for a minute, also after that pair was used", async () => {
    const { register, obtainTokens, refresh, isOpen } = await openServer(await open());
    const clientId = await register();
    const first = await obtainTokens(clientId);
    const second = await refresh(clientId, first.refresh_token);
    const third = await refresh(clientId, second.refresh_token);
    passSeconds(58);
    expect(pairOf(await refresh(clientId, first.refresh_token))).toEqual(pairOf(second));
    expect(pairOf(await refresh(clientId, second.refresh_token))).toEqual(pairOf(third));
    expect(await isOpen(third)).toBe(true);
  });

  test("after a minute a rotated token ends the grant's tokens", async () => {
    const { register, obtainTokens, refresh, isOpen } = await openServer(await open());
    const clientId = await register();
    const first = await obtainTokens(clientId);
    const second = await refresh(clientId, first.refresh_token);
    expect(await isOpen(second)).toBe(true);
    passSeconds(62);
    expect(await refresh(clientId, first.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect(await isOpen(second)).toBe(false);
    expect(await refresh(clientId, second.refresh_token)).toMatchObject({ error: "invalid_grant" });
  });

  test("a rotated token gives nothing to another client, and nothing that opens once the grant is gone", async () => {
    const scene = await openServer(await open());
    const { accounts, endpoints, register, obtainTokens, refresh, revoke, isOpen } = scene;
    const [clientId, other] = [await register(), await register()];
    const first = await obtainTokens(clientId);
    const second = await refresh(clientId, first.refresh_token);
    expect(await refresh(other, first.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect(await isOpen(second)).toBe(true);

    await revoke(clientId, second.refresh_token);
    expect(await isOpen(second)).toBe(false);
    const again = await refresh(clientId, first.refresh_token);
    expect(again.error !== undefined || !(await isOpen(again))).toBe(true);

    const third = await obtainTokens(clientId);
    const fourth = await refresh(clientId, third.refresh_token);
    const [grant] = await endpoints.list(accounts.owner.id, { limit: 100 });
    await endpoints.revoke(accounts.owner.id, grant?.id ?? "");
    expect(await refresh(clientId, third.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect(await isOpen(fourth)).toBe(false);
  });

  test("the pair is kept encrypted, and not longer than it is given", async () => {
    const { store, grants, register, obtainTokens, refresh } = await openServer(await open());
    const clientId = await register();
    const first = await obtainTokens(clientId);
    const second = await refresh(clientId, first.refresh_token);
    const kept = async () =>
      JSON.stringify(await store.db.selectFrom("oauthRefreshToken").selectAll().execute());
    expect(await kept()).toMatch(/"rotationReplayResponse":"[^"]{100,}"/);
    for (const token of [second.access_token, second.refresh_token])
      expect(await kept()).not.toContain(token);
    passSeconds(62);
    await grants.prune();
    expect(await kept()).not.toMatch(/"rotationReplayResponse":"/);
  });
}

import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../../test/fixtures/listen.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { createConnections, team } from "./connections.ts";
import { createCredentials } from "./credentials.ts";
import { openVault } from "./vault.ts";

async function setUp() {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const vault = await openVault(store, "a secret of enough characters");
  const connections = createConnections(store, vault);
  const credentials = createCredentials({ ...store, connections, environment: {}, origin: "http://gateway" });
  return { store, vault, connections, credentials };
}

/** An OAuth server that rotates refresh tokens: one that is used twice ends all tokens of its person. */
async function tokenServer(onRefresh = async () => {}) {
  let current = "refresh-0";
  let refreshes = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const given = new URLSearchParams(body).get("refresh_token");
    response.setHeader("content-type", "application/json");
    if (given !== current) {
      current = "revoked";
      response.statusCode = 400;
      response.end(JSON.stringify({ error: "invalid_grant" }));
      return;
    }
    await onRefresh();
    refreshes++;
    current = `refresh-${refreshes}`;
    response.end(
      JSON.stringify({
        access_token: `access-${refreshes}`,
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: current,
      }),
    );
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/token`,
    refreshes: () => refreshes,
  };
}

const tokensOf = (tokenUrl: string) => ({
  accessToken: "access-0",
  refreshToken: "refresh-0",
  expiresAt: Date.now() - 1,
  tokenUrl,
  clientId: "client",
});

test("an expired access token is refreshed once, however many calls ask for it", async () => {
  const { url, refreshes } = await tokenServer();
  const { credentials } = await setUp();
  await credentials.saveTokens("ann", "mail", tokensOf(url));
  expect((await credentials.connectedTo("ann")).has("mail")).toBe(true);

  const tokens = await Promise.all(Array.from({ length: 20 }, () => credentials.resolveToken("ann", "mail")));
  expect(new Set(tokens)).toEqual(new Set(["access-1"]));
  expect(refreshes()).toBe(1);
});

test("says where to reconnect when the server no longer accepts the refresh token", async () => {
  const { url } = await tokenServer();
  const { credentials } = await setUp();
  await credentials.saveTokens("ann", "mail", { ...tokensOf(url), refreshToken: "stolen" });
  await expect(credentials.resolveToken("ann", "mail")).rejects.toThrow(
    "http://gateway/connections?reconnect=mail&account=default",
  );
});

test("an access token that ended and cannot be refreshed is not connected", async () => {
  const { credentials } = await setUp();
  const { refreshToken: _, ...unrefreshable } = tokensOf("http://127.0.0.1:1");
  await credentials.saveTokens("ann", "mail", unrefreshable);
  expect((await credentials.connectedTo("ann")).has("mail")).toBe(false);
});

test("renewing one connection leaves those of other names as they are", async () => {
  const [work, home] = [await tokenServer(), await tokenServer()];
  const { credentials } = await setUp();
  await credentials.saveTokens("ann", "mail", tokensOf(work.url), "work");
  await credentials.saveTokens("ann", "mail", { ...tokensOf(home.url), accessToken: "home-0" }, "home");
  const before = await credentials.list("ann");

  expect(await credentials.resolveToken("ann", "mail")).toBe("access-1");
  expect([work.refreshes(), home.refreshes()]).toEqual([1, 0]);
  const after = await credentials.list("ann");
  expect(after.map(({ name, lastFour }) => [name, lastFour])).toEqual([
    ["work", "ss-1"],
    ["home", "me-0"],
  ]);
  // After a refresh it is still the connection that the person made.
  expect(after.map(({ createdAt }) => createdAt)).toEqual(before.map(({ createdAt }) => createdAt));
});

test("a connection that is taken away while it is renewed stays away, and the team's does not stand in for it", async () => {
  const { credentials } = await setUp();
  const { url } = await tokenServer(async () => {
    await credentials.remove("ann", "mail", "work");
  });
  await credentials.saveKey(team, "mail", "team key");
  await credentials.saveTokens("ann", "mail", tokensOf(url), "work");
  await credentials.resolveToken("ann", "mail");
  expect((await credentials.list("ann")).map(({ ownerId }) => ownerId)).toEqual([team]);

  await credentials.saveTokens("ann", "mail", { ...tokensOf(url), refreshToken: "revoked twice" }, "work");
  await expect(credentials.resolveToken("ann", "mail")).rejects.toThrow('"mail" (work) needs');
});

test("a chosen connection no longer matches after it is reconnected", async () => {
  const { credentials } = await setUp();
  await credentials.saveKey("ann", "mail", "of the one", "work");
  const chosen = (await credentials.connectedTo("ann")).choose("mail");
  expect(await credentials.tokenOf("mail", chosen)).toBe("of the one");
  vi.spyOn(Date, "now").mockReturnValue((chosen?.createdAt ?? 0) + 1);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await credentials.saveKey("ann", "mail", "of the other", "work");
  await expect(credentials.tokenOf("mail", chosen)).rejects.toThrow("Connect it again");
  expect(await credentials.resolveToken("ann", "mail")).toBe("of the other");
});

test("a stored key can't be decrypted in another person's row", async () => {
  const { store, credentials } = await setUp();
  await credentials.saveKey("ann", "mail", "Ann's key");
  await store.db.updateTable("connection").set({ owner_id: "bob" }).execute();
  await expect(credentials.resolveToken("bob", "mail")).rejects.toThrow();
});

test("what was sealed before connections had names still opens", async () => {
  const { store, vault, credentials } = await setUp();
  const row = { owner_id: "ann", provider: "mail", name: "default", kind: "key", is_default: 1 } as const;
  const sealed = vault.seal("an old key", "ann/mail/key");
  const rest = { sealed, last_four: "", expires_at: null, created_at: 1 };
  await store.db
    .insertInto("connection")
    .values({ ...row, ...rest })
    .execute();
  expect(await credentials.resolveToken("ann", "mail")).toBe("an old key");
});

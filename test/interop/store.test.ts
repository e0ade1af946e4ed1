import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createAccounts } from "../../packages/toolshed/src/account/accounts.ts";
import { createConnections, team } from "../../packages/toolshed/src/credential/connections.ts";
import { createCredentials } from "../../packages/toolshed/src/credential/credentials.ts";
import { openVault } from "../../packages/toolshed/src/credential/vault.ts";
import { createEndpoints } from "../../packages/toolshed/src/endpoint/endpoints.ts";
import { createCallRecord } from "../../packages/toolshed/src/record/call-record.ts";
import { followCalls } from "../../packages/toolshed/src/record/follow-calls.ts";
import { pluginData } from "../../packages/toolshed/src/store/plugin-data.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres-store.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite-store.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import { postgresBin, startPostgres, type TestPostgres } from "../fixtures/postgres.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

describe("SQLite", () => storeContract(async () => join(temporaryFolder(), "test.db"), openSqliteStore));

describe.skipIf(!postgresBin)("PostgreSQL", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  storeContract(() => postgres.createDatabase(), openPostgresStore);
});

/** What every store does, whatever the engine. */
function storeContract(createPlace: () => Promise<string>, open: (place: string) => Promise<Store>): void {
  async function openStore(place: string): Promise<Store> {
    const store = await open(place);
    onTestFinished(() => store.close());
    return store;
  }
  const accountsOf = (store: Store) =>
    createAccounts(store, "http://127.0.0.1:7420", "a secret of enough characters for tests");

  test("keeps its owner, endpoints and plugin data when opened again", async () => {
    const place = await createPlace();
    const first = await openStore(place);
    const { owner } = await accountsOf(first);
    const { endpoint, token } = await createEndpoints(first).create({ userId: owner.id, name: "laptop" });
    await pluginData(first, "samples", owner.id).set("a", { kept: true });

    const second = await openStore(place);
    expect((await accountsOf(second)).owner).toEqual(owner);
    expect(await createEndpoints(second).findByToken(token)).toEqual(endpoint);
    expect(await pluginData(second, "samples", owner.id).get("a")).toEqual({ kept: true });
  });

  test("knows no other token, and stores none", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const endpoints = createEndpoints(store);
    const { token } = await endpoints.create({ userId: owner.id, name: "laptop" });
    expect(await endpoints.findByToken(`${token.slice(0, -1)}x`)).toBeUndefined();
    const rows = await store.db.selectFrom("endpoint_token").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 20));
    expect(rows[0]?.created_at).toBeTypeOf("number");
  });

  test("an endpoint keeps its scope, rotates with an overlap, expires, and is revoked at once", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const endpoints = createEndpoints(store);
    const scope = { readOnly: true, allow: ["samples.**"] };
    const { endpoint, token } = await endpoints.create({
      userId: owner.id,
      name: "a",
      scope,
      approval: "ask",
    });
    expect(await endpoints.findByToken(token)).toEqual(endpoint);
    expect(await endpoints.list(owner.id)).toEqual([
      {
        ...endpoint,
        scope,
        approval: "ask",
        expiresAt: null,
        owner: "person",
        createdBy: "Owner",
        lastUsedAt: null,
      },
    ]);

    const second = (await endpoints.rotate(owner.id, endpoint.id, 60_000)) ?? "";
    expect([await endpoints.findByToken(token), await endpoints.findByToken(second)]).toEqual([
      endpoint,
      endpoint,
    ]);
    const third = (await endpoints.rotate(owner.id, endpoint.id, 0)) ?? "";
    expect(await endpoints.findByToken(token)).toBeUndefined();
    expect(await endpoints.findByToken(second)).toBeUndefined();

    expect(await endpoints.rotate("somebody else", endpoint.id, 0)).toBeUndefined();
    expect(await endpoints.revoke("somebody else", endpoint.id)).toBe(false);
    expect(await endpoints.findByToken(third)).toEqual(endpoint);
    expect(await endpoints.revoke(owner.id, endpoint.id)).toBe(true);
    expect(await endpoints.findByToken(third)).toBeUndefined();

    const past = await endpoints.create({ userId: owner.id, name: "b", expiresAt: Date.now() - 1 });
    expect(await endpoints.findByToken(past.token)).toBeUndefined();
  });

  test("credentials are sealed for their place, resolved in order, and outlive their secret", async () => {
    const store = await openStore(await createPlace());
    const [first, second] = ["a first secret of enough characters", "a second secret of enough characters"];
    const vault = await openVault(store, first);
    const connections = createConnections(store, vault);
    const environment: Record<string, string> = {};
    const credentials = createCredentials(connections, environment, store.withLock);
    const token = () => credentials.resolveToken("ann", "the-service");
    const isConnected = async () => (await credentials.connectedTo("ann"))("the-service");
    const grant = { accessToken: "granted", tokenUrl: "http://127.0.0.1:1/token", clientId: "c" };

    await expect(token()).rejects.toThrow(
      'No credentials for "the-service". Connect it in the Toolshed dashboard.',
    );
    expect(await isConnected()).toBe(false);
    environment.THE_SERVICE_API_KEY = "from the environment";
    expect([await token(), await isConnected()]).toEqual(["from the environment", true]);
    await credentials.saveGrant(team, "the-service", { ...grant, accessToken: "team grant" });
    expect(await token()).toBe("team grant");
    await credentials.saveKey(team, "the-service", "team key");
    expect(await token()).toBe("team key");
    await credentials.saveGrant("ann", "the-service", grant);
    expect(await token()).toBe("granted");
    await credentials.saveKey("ann", "the-service", "ann's key");
    expect(await token()).toBe("ann's key");
    expect(await credentials.resolveToken("bob", "the-service")).toBe("team key");
    expect((await credentials.list("ann")).map(({ lastFour }) => lastFour).sort()).toEqual([
      " key",
      " key",
      "nted",
      "rant",
    ]);

    const rows = await store.db.selectFrom("connection").selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/ann's k|granted/);
    const [moved, target] = [
      rows.find((row) => row.owner_id === "ann" && row.kind === "key"),
      rows.find((row) => row.owner_id === team && row.kind === "key"),
    ];
    await store.db
      .updateTable("connection")
      .set({ sealed: moved?.sealed ?? "" })
      .where("owner_id", "=", target?.owner_id ?? "")
      .where("kind", "=", "key")
      .execute();
    await expect(credentials.resolveToken("bob", "the-service")).rejects.toThrow();

    await vault.rewrap(second);
    const reopened = createCredentials(
      createConnections(store, await openVault(store, second)),
      {},
      store.withLock,
    );
    expect(await reopened.resolveToken("ann", "the-service")).toBe("ann's key");
    await expect(openVault(store, first)).rejects.toThrow("sealed with another secret");
    await openVault(store, first, second);
    await openVault(store, first);
  });

  test("the record lists a user's calls, newest first, and forgets old ones", async () => {
    const store = await openStore(await createPlace());
    const record = createCallRecord(store);
    const entry = {
      userId: "ann",
      via: "a",
      client: "c",
      path: "a.b",
      outcome: "ok",
      durationMs: 1,
      resultBytes: 2,
      arguments: "{}",
    };
    const day = 24 * 60 * 60 * 1000;
    const now = Date.now();
    for (const at of [now - 40 * day, now - day, now]) await record.append({ ...entry, at });
    await record.append({ ...entry, userId: "bob", at: now });
    await record.prune(30);
    const calls = await record.list({ userId: "ann" }, { limit: 10 });
    expect(calls).toEqual([
      { ...entry, id: expect.any(Number), at: now },
      { ...entry, id: expect.any(Number), at: now - day },
    ]);
    expect(await record.list({ userId: "ann" }, { limit: 10, before: calls[0]?.id })).toEqual([calls[1]]);
    expect(await record.list({ path: "a_b" }, { limit: 10 })).toEqual([]);
    expect(await record.list({ path: ".b", outcome: "ok", via: "a" }, { limit: 10 })).toHaveLength(3);
  });

  test("calls are followed from the last known one, without gaps", async () => {
    const store = await openStore(await createPlace());
    const record = createCallRecord(store);
    const entry = {
      at: 1,
      userId: "ann",
      via: "a",
      client: "c",
      outcome: "ok",
      durationMs: 1,
      resultBytes: 2,
      arguments: "{}",
    };
    await record.append({ ...entry, path: "a.known" });
    const [known] = await record.list({}, { limit: 1 });
    await record.append({ ...entry, path: "a.missed" });

    const ending = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      const options = { filter: { userId: "ann" }, after: known?.id ?? 0, signal: ending.signal };
      for await (const calls of followCalls(record, store.events, options))
        seen.push(...calls.map(({ path }) => path));
    })();
    await expect.poll(() => seen).toContain("a.missed");
    await Promise.all([
      ...Array.from({ length: 300 }, (_, index) => record.append({ ...entry, path: `a.t${index}` })),
      record.append({ ...entry, userId: "bob", path: "a.others" }),
    ]);
    await expect.poll(() => new Set(seen).size, { timeout: 10_000 }).toBe(302);
    expect(seen).not.toContain("a.others");
    expect(seen).toHaveLength(302);
    ending.abort();
    await following;
  });

  test("a sign-in code opens one session", async () => {
    const accounts = await accountsOf(await openStore(await createPlace()));
    const [code, other] = await Promise.all([accounts.createSignInCode(), accounts.createSignInCode()]);
    expect(code).not.toBe(other);

    const answer = await accounts.signIn(code, new Headers());
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    expect(await accounts.userOf(new Headers({ cookie }))).toEqual(accounts.owner);
    expect((await accounts.signIn(code, new Headers())).headers.getSetCookie()).toEqual([]);
    expect(await accounts.userOf(new Headers())).toBeUndefined();
  });

  test("plugin data is kept apart by plugin and user, and listed by prefix in the order of bytes", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const data = pluginData(store, "one", owner.id);
    for (const key of ["n/b", "n/B", "n/é", "n/a", "m/z", "n"]) await data.set(key, key);

    expect((await data.list("n/")).map(({ key }) => key)).toEqual(["n/B", "n/a", "n/b", "n/é"]);
    expect(await data.list()).toHaveLength(6);
    expect(await pluginData(store, "two", owner.id).list()).toEqual([]);

    await data.set("n/a", ["changed"]);
    expect(await data.get("n/a")).toEqual(["changed"]);
    expect([await data.delete("n/a"), await data.delete("n/a")]).toEqual([true, false]);
    expect(await data.get("n/a")).toBeUndefined();
  });

  test("plugin data refuses what it cannot keep", async () => {
    const store = await openStore(await createPlace());
    const { owner } = await accountsOf(store);
    const data = pluginData(store, "one", owner.id);
    await expect(data.set("a", undefined)).rejects.toThrow("cannot be written as JSON");
    await expect(data.set("a", "x".repeat(300_000))).rejects.toThrow("over 256 KB");
    await expect(data.set("x".repeat(300), 1)).rejects.toThrow("at most 256 characters");
  });
}

import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createAccounts } from "../../packages/toolshed/src/account/accounts.ts";
import { createEndpoints } from "../../packages/toolshed/src/endpoint/endpoints.ts";
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
    const { endpoint, token } = await createEndpoints(first).create(owner.id, "laptop");
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
    const { token } = await endpoints.create(owner.id, "laptop");
    expect(await endpoints.findByToken(`${token.slice(0, -1)}x`)).toBeUndefined();
    const rows = await store.db.selectFrom("endpoint_token").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 20));
    expect(rows[0]?.created_at).toBeTypeOf("number");
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

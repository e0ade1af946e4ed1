import { readFileSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "libsql";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { createApprovals } from "../../packages/toolshed/src/approval/approvals.ts";
import { createSourceRecords } from "../../packages/toolshed/src/catalog/source-records.ts";
import { createConnections } from "../../packages/toolshed/src/credential/connections.ts";
import { createCredentials } from "../../packages/toolshed/src/credential/credentials.ts";
import { openVault } from "../../packages/toolshed/src/credential/vault.ts";
import { createEndpoints } from "../../packages/toolshed/src/endpoint/endpoints.ts";
import { createCallRecord } from "../../packages/toolshed/src/record/call-record.ts";
import { placeOf } from "../../packages/toolshed/src/record/results/kept-results.ts";
import { createResultSettings } from "../../packages/toolshed/src/record/results/result-settings.ts";
import { createSavedCalls } from "../../packages/toolshed/src/record/saved-calls.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

/** With it, the home was made: an endpoint, a role, a rule, an invitation, notes, calls, a key and a run that waits. */
const secret = "the secret of the stored fixture home";
const dump = (name: string) =>
  readFileSync(new URL(`../fixtures/stored/${name}.sql`, import.meta.url), "utf8");
type Rows = Record<string, Record<string, unknown>[]>;

/** Opens what the dump has, as the gateway does, and checks that every row of every table is still there. */
async function openSqlite(name: string): Promise<{ store: Store; told: string[] }> {
  const file = join(temporaryFolder(), "toolshed.db");
  const before = new SqliteDatabase(file);
  before.exec(dump(name));
  const rows: Rows = {};
  for (const table of tablesOf(dump(name)))
    rows[table] = before.prepare(`select * from "${table}"`).all() as never;
  before.close();
  const told: string[] = [];
  const store = await openSqliteStore(file, (message) => told.push(message));
  onTestFinished(() => store.close());
  await hasRows(store, rows);
  return { store, told };
}

test("a home of an earlier version opens with nothing lost", async () => {
  const { store, told } = await openSqlite("sqlite");
  expect(told[0]).toMatch(/^updating the database/);
  await hasEverything(store, "tsk_NbFvgJnbFFvjRwMovKgDrYIlTvP4UGJyJOu8NJRmjVYX6GGz0");
});

test("a home with traces, results, saved calls and a review opens with nothing lost", async () => {
  await hasConsole((await openSqlite("console-sqlite")).store);
});

describe.skipIf(!postgresBin)("on PostgreSQL", () => {
  async function open(name: string): Promise<Store> {
    const url = await createDatabase({ empty: true });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(dump(name));
    const rows: Rows = {};
    for (const table of tablesOf(dump(name)))
      rows[table] = (await client.query(`select * from "${table}"`)).rows;
    await client.end();
    const store = await openPostgresStore(url);
    onTestFinished(() => store.close());
    await hasRows(store, rows);
    return store;
  }

  test("a database of an earlier version opens with nothing lost", async () => {
    await hasEverything(await open("postgres"), "tsk_SxaCC9gqDqCBsGScdFf7bcEXqEWWEXmec4bmr9JK0wEGnLQOl");
  });

  test("a database with traces, results, saved calls and a review opens with nothing lost", async () => {
    await hasConsole(await open("console-postgres"));
  });
});

const tablesOf = (text: string) =>
  [...text.matchAll(/^CREATE TABLE (?:public\.)?"?(\w+)"?/gim)]
    .map(([, name = ""]) => name)
    .filter((name) => !name.startsWith("kysely_"));

async function hasRows(store: Store, before: Rows): Promise<void> {
  for (const [table, rows] of Object.entries(before)) {
    const after: Record<string, unknown>[] = await store.db
      .selectFrom(table as "role")
      .selectAll()
      .execute();
    expect(after, table).toHaveLength(rows.length);
    expect(after.map(comparable), table).toEqual(
      expect.arrayContaining(rows.map((row) => expect.objectContaining(comparable(row)))),
    );
  }
}

/** What `make.mjs` stored. */
async function hasConsole(store: Store): Promise<void> {
  const vault = await openVault(store, secret);
  const record = createCallRecord(store);
  const calls = await record.listTrace("4bf92f3577b34da6a3ce929d0e0e4736", undefined, 10);
  expect(calls).toMatchObject([
    {
      path: "samples.notes.create",
      outcome: "ok",
      timings: { upstream: expect.any(Number) },
      hasResult: true,
    },
    { path: "samples.notes.list", outcome: "ok", hasResult: true },
  ]);
  const [{ userId, id: first } = { userId: "", id: 0 }, { id: second } = { id: 0 }] = calls;
  const results = await store.db
    .selectFrom("call_result")
    .select(["call_id", "sealed"])
    .orderBy("call_id")
    .execute();
  expect(results.map((row) => row.call_id)).toEqual([first, second]);
  // Read past the settings: by now they may be older than these keep them.
  const [, list] = results;
  expect(vault.unsealBytes(list?.sealed ?? Buffer.alloc(0), placeOf(second))).toContain("Search first");
  const { calls: problems } = await record.list({ outcome: "problem" }, { limit: 10 });
  expect(problems.map(({ error }) => error)).toEqual([
    expect.stringContaining("title"),
    'There is no note with the id "none"',
  ]);
  expect(await createSavedCalls(store, vault).list(userId, "samples.notes.list")).toMatchObject([
    { name: "All notes", arguments: { query: "road" } },
  ]);
  const settings = createResultSettings(store, async () => true);
  expect(await settings.get()).toMatchObject({ keep: true, days: 90, maxBytes: 4_096 });
  const source = await createSourceRecords(store, vault).find("files");
  expect(source).toMatchObject({ id: "files", config: { transport: "stdio", command: "node" } });
  expect(Object.keys(source?.rejected ?? {})).toEqual(["read"]);
  expect(Object.keys(source?.snapshots ?? {})).toEqual(["read", "write"]);
}

async function hasEverything(store: Store, token: string): Promise<void> {
  expect(await createEndpoints(store).findByToken(token)).toMatchObject({
    name: "laptop",
    scope: { readOnly: true, allow: ["samples.**"] },
    approval: "ask",
  });
  const credentials = createCredentials({
    ...store,
    connections: createConnections(store, await openVault(store, secret)),
    environment: {},
    origin: "http://gateway",
  });
  expect(await credentials.resolveToken("anyone", "granola-personal")).toBe("grn_fixture_key");
  expect(await credentials.list("anyone")).toMatchObject([
    { provider: "granola-personal", needsReconnect: false, lastError: null, refreshedAt: null },
  ]);
  const record = createCallRecord(store);
  const { calls, next } = await record.list({}, { limit: 10 });
  expect(calls.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual([
    "samples.notes.delete waiting",
    "samples.notes.create ok",
    "samples.nothing not_found",
    "samples.notes.list ok",
    "samples.notes.create ok",
  ]);
  expect(next).toBeNull();
  const untold = {
    traceId: null,
    runId: null,
    error: null,
    timings: null,
    hasResult: false,
  };
  expect(calls).toEqual(calls.map((call) => ({ ...call, ...untold })));
  expect(calls.map(({ isMasked }) => isMasked)).toEqual([false, false, false, false, true]);
  expect((await record.list({ outcome: "problem" }, { limit: 10 })).calls).toHaveLength(1);
  expect((await record.list({ outcome: "not_found" }, { limit: 10 })).calls).toHaveLength(1);
  const owner = calls[0]?.userId ?? "";
  expect(await createApprovals(store).waiting([owner])).toMatchObject([{ path: "samples.notes.delete" }]);
}

/** Whole numbers of PostgreSQL come as texts by one way and as numbers by the other. */
const comparable = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      value instanceof Date ? value.toISOString() : String(value),
    ]),
  );

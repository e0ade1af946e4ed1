import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCallRecord } from "../../packages/toolshed/src/record/call-record.ts";
import type { NewCallEntry } from "../../packages/toolshed/src/store/call-rows.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import { createCallStats, hourMs } from "../../packages/toolshed/src/store/stats/call-stats.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { makeTraffic } from "../fixtures/traffic.mjs";

describe("SQLite", () =>
  contract(async () => {
    const store = await openSqliteStore(join(temporaryFolder(), "test.db"));
    return [store, store];
  }));

describe.skipIf(!postgresBin)("PostgreSQL", () => {
  contract(async () => {
    const url = await createDatabase();
    return [await openPostgresStore(url), await openPostgresStore(url)];
  });
});

/** The same calls have to be counted as the record has them. */
const traffic = makeTraffic({ userIds: ["ann", "bob"], count: 600 });
const range = { fromHour: Math.floor(Date.now() / hourMs) - 24, stepHours: 1 };
const week = { fromHour: (Math.floor(Date.now() / hourMs / 24) - 6) * 24, stepHours: 6 };
const entry: NewCallEntry = {
  at: Date.now(),
  userId: "ann",
  via: "local",
  client: "c".repeat(5_000),
  path: "a.b",
  outcome: "started",
  durationMs: 0,
  resultBytes: 0,
  arguments: "{}",
  connection: null,
};

/** Two gateways on one database; on SQLite there is only one. */
function contract(open: () => Promise<readonly [Store, Store]>) {
  async function setUp() {
    const stores = await open();
    onTestFinished(async () => {
      for (const store of new Set(stores)) await store.close();
    });
    const [one, other] = stores.map((store) => createCallStats(store, { settleMs: 0 }));
    if (!one || !other) throw new Error("no stores");
    const count = async () => {
      // The first time only remembers which calls there are, as another gateway may still be storing one before them.
      for (const stats of [one, other]) await stats.count();
      await Promise.all([one.count(), other.count()]);
    };
    return { store: stores[0], record: createCallRecord(stores[0]), stats: one, count };
  }

  test("counts calls of tools that do not exist, and lists none of their paths", async () => {
    const { record, stats, count } = await setUp();
    for (const path of ["made.up", "made.up.too"])
      await record.append({ ...entry, path, outcome: "not_found" });
    const check = async () => {
      const { total, failing } = await stats.read(range);
      expect({ total, failing }).toMatchObject({ total: { calls: 2, failed: 2 }, failing: [] });
    };
    await check();
    await count();
    await check();
  });

  test("gives the same numbers before, while and after calls are counted by two gateways", async () => {
    const { store, record, stats, count } = await setUp();
    for (const call of traffic.slice(0, 300)) await record.append(call);
    const failed = traffic.filter(({ outcome }) => outcome !== "ok");
    const mine = traffic.filter(({ userId }) => userId === "ann");
    await count();
    await Promise.all(traffic.slice(300).map((call) => record.append(call)));

    const before = await stats.read(range);
    expect(before.total).toMatchObject({ calls: traffic.length, failed: failed.length });
    expect(before.points.reduce((sum, { calls }) => sum + calls, 0)).toBe(traffic.length);
    expect(before.clients.reduce((sum, { calls }) => sum + calls, 0)).toBe(traffic.length);
    expect(before.slowest[0]?.path).toBe("warehouse.reports.run");
    expect(before.failing[0]?.path).toBe(mostOf(failed.map(({ path }) => path)));
    const own = await stats.read({ ...range, userId: "ann" });
    expect(own.total.calls).toBe(mine.length);

    const inWeek = await stats.read(week);
    expect(inWeek).toEqual({ ...before, points: expect.anything() });

    await count();
    expect(await stats.read(range)).toEqual(before);
    expect(await stats.read(week)).toEqual(inWeek);
    expect(await stats.read({ ...range, userId: "ann" })).toEqual(own);
    const { through } = await store.db
      .selectFrom("call_stats_state")
      .select("through")
      .executeTakeFirstOrThrow();
    expect(through).toBe(await record.latest());
  });

  test("counts a call once, when it has ended, however late", async () => {
    const { store, record, stats, count } = await setUp();
    const [done, waits, lost] = [
      await record.start(entry),
      await record.start(entry),
      await record.start(entry),
    ];
    const totals = async () => (await stats.read(range)).total;
    await count();
    expect(await totals()).toEqual({ calls: 0, failed: 0, p95Ms: null });

    await record.complete(done, { ...entry, outcome: "ok", durationMs: 100 });
    await record.complete(waits, { ...entry, outcome: "waiting" });
    expect(await totals()).toMatchObject({ calls: 1, failed: 0 });
    await count();
    expect(await totals()).toMatchObject({ calls: 1, failed: 0 });

    await record.complete(waits, { ...entry, outcome: "denied" });
    await store.db.deleteFrom("call_record").where("id", "=", lost).execute();
    expect(await totals()).toMatchObject({ calls: 2, failed: 1 });
    await count();
    expect(await totals()).toMatchObject({ calls: 2, failed: 1 });
    expect(await store.db.selectFrom("call_stats_open").selectAll().execute()).toEqual([]);
  });

  test("forgets the hours before those that the record keeps", async () => {
    const { record, stats, count } = await setUp();
    const failed = { ...entry, outcome: "failed", durationMs: 5 };
    await record.append({ ...failed, at: Date.now() - 20 * hourMs });
    await record.append(failed);
    await count();
    await stats.prune(Date.now() - 10 * hourMs);
    expect((await stats.read(range)).total.calls).toBe(1);
    expect((await stats.read(week)).failing).toHaveLength(1);
    await stats.prune(Date.now() + 25 * hourMs);
    expect((await stats.read(range)).total.calls).toBe(0);
    expect((await stats.read(week)).failing).toEqual([]);
  });
}

function mostOf(paths: readonly string[]): string | undefined {
  const countOf = (path: string) => paths.filter((other) => other === path).length;
  return [...new Set(paths)].sort((one, other) => countOf(other) - countOf(one))[0];
}

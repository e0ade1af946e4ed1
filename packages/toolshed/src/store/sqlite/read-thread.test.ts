import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../../test/fixtures/temporary-folder.ts";
import { openSqliteStore } from "./sqlite-store.ts";

async function setUp() {
  const store = await openSqliteStore(join(temporaryFolder(), "test.db"));
  onTestFinished(() => store.close());
  return store;
}

test("a long read keeps nobody waiting who does not read by it", async () => {
  const { db, reads } = await setUp();
  const order: string[] = [];
  const long =
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) select max(i) from n`
      .execute(reads)
      .then(() => order.push("long"));
  await sql`select 1`.execute(db);
  order.push("short");
  await long;
  expect(order).toEqual(["short", "long"]);
});

test("it sees what was written before, gives long lists whole and in order, and writes nothing", async () => {
  const { db, reads } = await setUp();
  const rows = Array.from({ length: 1_001 }, (_, index) => ({
    name: `role-${index + 1_000}`,
    patterns: "[]",
  }));
  await db.insertInto("role").values(rows).execute();
  expect(await reads.selectFrom("role").selectAll().orderBy("name").execute()).toEqual(rows);
  await expect(reads.deleteFrom("role").execute()).rejects.toThrow("readonly");
  expect(await db.selectFrom("role").select("name").execute()).toHaveLength(1_001);
  await expect(sql`select missing from role`.execute(reads)).rejects.toThrow("no such column");
});

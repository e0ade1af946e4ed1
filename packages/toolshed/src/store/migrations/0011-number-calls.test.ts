import { Kysely, SqliteDialect } from "kysely";
import SqliteDatabase from "libsql";
import { expect, test } from "vitest";
import { migrations as until10 } from "./0001-0010.ts";
import { migrations as until20 } from "./0011-0020.ts";

test("calls that were recorded before are kept, numbered by their times", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of two versions pass through here
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new SqliteDatabase(":memory:") }) });
  await until10["0006-create-call-record"](db);
  const call = {
    user_id: "ann",
    via: "a",
    client: "c",
    outcome: "ok",
    duration_ms: 1,
    result_bytes: 2,
    arguments: "{}",
  };
  await db
    .insertInto("call_record")
    .values([
      { ...call, at: 20, path: "a.later" },
      { ...call, at: 10, path: "a.earlier" },
    ])
    .execute();

  await until20["0011-number-calls"](db, "sqlite");

  expect(await db.selectFrom("call_record").selectAll().orderBy("id").execute()).toEqual([
    { ...call, id: 1, at: 10, path: "a.earlier" },
    { ...call, id: 2, at: 20, path: "a.later" },
  ]);
  await db.destroy();
});

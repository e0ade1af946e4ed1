import { Kysely, SqliteDialect } from "kysely";
import SqliteDatabase from "libsql";
import { expect, test } from "vitest";
import { createCallRecord } from "../0001-0010/0006-create-call-record.ts";
import { numberCalls } from "./0011-number-calls.ts";

test("calls that were recorded before are kept, numbered by their times", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of two versions pass through here
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new SqliteDatabase(":memory:") }) });
  await createCallRecord(db);
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

  await numberCalls(db, "sqlite");

  expect(await db.selectFrom("call_record").selectAll().orderBy("id").execute()).toEqual([
    { ...call, id: 1, at: 10, path: "a.earlier" },
    { ...call, id: 2, at: 20, path: "a.later" },
  ]);
  await db.destroy();
});

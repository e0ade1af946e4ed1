import { Kysely, SqliteDialect, sql } from "kysely";
import SqliteDatabase from "libsql";
import { expect, test } from "vitest";
import { migrations as until10 } from "./0001-0010.ts";
import { migrations as until20 } from "./0011-0020.ts";
import { migrations as until30 } from "./0021-0030.ts";

test("approvals made before belong to the endpoint of their name, where there is one such endpoint", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of two versions pass through here
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new SqliteDatabase(":memory:") }) });
  await sql`pragma foreign_keys = off`.execute(db);
  await until10["0002-create-endpoints"](db);
  await until20["0015-create-approvals"](db);
  const endpoint = (id: string, name: string) => ({ id, name, user_id: "ann", created_at: 1 });
  await db
    .insertInto("endpoint")
    .values([endpoint("1", "laptop"), endpoint("2", "bot"), endpoint("3", "bot")])
    .execute();
  const row = {
    user_id: "ann",
    path: "a.b",
    arguments: "{}",
    call_hash: "",
    state: "waiting",
    created_at: 1,
  };
  const before = ["laptop", "bot", "command"].map((via) => ({ ...row, id: via, via }));
  await db.insertInto("approval").values(before).execute();

  await until30["0022-bind-approvals"](db);

  const after = await db.selectFrom("approval").select(["id", "endpoint_id"]).orderBy("id").execute();
  expect(after).toEqual([
    { id: "bot", endpoint_id: null },
    { id: "command", endpoint_id: null },
    { id: "laptop", endpoint_id: "1" },
  ]);
  await db.destroy();
});

import { Kysely, SqliteDialect } from "kysely";
import SqliteDatabase from "libsql";
import { expect, test } from "vitest";
import { migrations as until10 } from "./0001-0010.ts";
import { migrations as until20 } from "./0011-0020.ts";

test("connections that were made before are kept, as the default ones", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of two versions pass through here
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new SqliteDatabase(":memory:") }) });
  await until10["0002-create-endpoints"](db);
  await until10["0004-create-credentials"](db);
  await until10["0006-create-call-record"](db);
  await until20["0015-create-approvals"](db);
  const row = { owner_id: "ann", provider: "mail", sealed: "s", last_four: "four", expires_at: null };
  const before = [
    { ...row, kind: "grant", created_at: 1 },
    { ...row, kind: "key", created_at: 2 },
  ];
  await db.insertInto("connection").values(before).execute();

  await until20["0016-name-connections"](db);

  const named = { name: "default", is_default: 1 };
  expect(await db.selectFrom("connection").selectAll().orderBy("created_at").execute()).toEqual(
    before.map((one) => ({ ...one, ...named })),
  );
  await db.destroy();
});

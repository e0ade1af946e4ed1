import { Kysely, SqliteDialect } from "kysely";
import SqliteDatabase from "libsql";
import { expect, test } from "vitest";
import { migrations as until10 } from "./0001-0010.ts";
import { migrations as until20 } from "./0011-0020.ts";
import { migrations as until30 } from "./0021-0030.ts";

test("rules made before are for each endpoint of their name, and none is lost", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of two versions pass through here
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new SqliteDatabase(":memory:") }) });
  await until10["0001-create-accounts"](db, "sqlite");
  await until10["0002-create-endpoints"](db);
  await until10["0006-create-call-record"](db);
  await until20["0012-create-sources"](db);
  await until20["0014-create-runs"](db);
  await until20["0015-create-approvals"](db);
  const user = (id: string) => ({
    id,
    name: id,
    email: id,
    emailVerified: 1,
    createdAt: "1",
    updatedAt: "1",
  });
  await db
    .insertInto("user")
    .values([user("ann"), user("bob")])
    .execute();
  const endpoint = (id: string, user_id: string, created_at: number) => ({
    id,
    name: "bot",
    user_id,
    created_at,
  });
  await db
    .insertInto("endpoint")
    .values([endpoint("1", "ann", 1), endpoint("2", "bob", 2)])
    .execute();
  const rule = (id: string, user_id: string | null, via: string | null) => ({
    id,
    user_id,
    via,
    role: null,
    pattern: "a.b",
    effect: "allow",
    created_at: 1,
  });
  await db
    .insertInto("approval_rule")
    .values([
      rule("every door", null, null),
      rule("always", "ann", "bot"),
      rule("by name", null, "bot"),
      rule("by command", "ann", "command"),
      rule("gone", "ann", "phone"),
    ])
    .execute();

  await until30["0025-bind-rules"](db);

  const bound = async () =>
    (await db.selectFrom("approval_rule").selectAll().orderBy("created_at").execute())
      .map(({ user_id, via, endpoint_id }) => [user_id, via, endpoint_id])
      .sort();
  expect(await bound()).toEqual(
    [
      [null, null, null],
      ["ann", "bot", "1"],
      [null, "bot", "1"],
      [null, "bot", "2"],
      ["ann", "command", null],
      ["ann", "phone", null],
    ].sort(),
  );
  await db.deleteFrom("endpoint").where("id", "=", "1").execute();
  expect((await bound()).map(([, , id]) => id)).not.toContain("1");
  expect(await bound()).toHaveLength(4);
  await db.destroy();
});

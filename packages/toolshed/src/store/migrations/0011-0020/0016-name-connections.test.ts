import { Kysely, SqliteDialect } from "kysely";
import SqliteDatabase from "libsql";
import { expect, test } from "vitest";
import { createEndpoints } from "../0001-0010/0002-create-endpoints.ts";
import { createCredentials } from "../0001-0010/0004-create-credentials.ts";
import { createCallRecord } from "../0001-0010/0006-create-call-record.ts";
import { createApprovals } from "./0015-create-approvals.ts";
import { nameConnections } from "./0016-name-connections.ts";

test("connections that were made before are kept, as the default ones", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of two versions pass through here
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new SqliteDatabase(":memory:") }) });
  await createEndpoints(db);
  await createCredentials(db);
  await createCallRecord(db);
  await createApprovals(db);
  const row = { owner_id: "ann", provider: "mail", sealed: "s", last_four: "four", expires_at: null };
  const before = [
    { ...row, kind: "grant", created_at: 1 },
    { ...row, kind: "key", created_at: 2 },
  ];
  await db.insertInto("connection").values(before).execute();

  await nameConnections(db);

  const named = { name: "default", is_default: 1 };
  expect(await db.selectFrom("connection").selectAll().orderBy("created_at").execute()).toEqual(
    before.map((one) => ({ ...one, ...named })),
  );
  await db.destroy();
});

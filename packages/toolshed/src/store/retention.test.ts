import { expect, onTestFinished, test } from "vitest";
import type { Database } from "./database.ts";
import { retention } from "./retention.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";

test("every table has an owner, a limit and an expiry", async () => {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const tables = (await store.db.introspection.getTables()).map(({ name }) => name);
  expect(tables.filter((name) => !Object.hasOwn(retention, name))).toEqual([]);
  // Those that only PostgreSQL has.
  const declared: Readonly<Record<keyof Database, unknown>> = retention;
  expect(Object.keys(declared)).toEqual(expect.arrayContaining(tables));
});

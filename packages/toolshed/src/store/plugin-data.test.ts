import { expect, test } from "vitest";
import { createLog } from "../log/log.ts";
import { createPluginData } from "./plugin-data.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";

const silent = createLog(() => {});

test("tells a plugin nothing about a failure of the database, whose details are in the log", async () => {
  const store = await openSqliteStore(":memory:");
  await store.db.schema.dropTable("plugin_data").execute();
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const { get, set, delete: remove, list } = createPluginData(store, log)("notes", "ann");

  for (const attempt of [() => get("a"), () => set("a", 1), () => remove("a"), () => list()]) {
    const { message } = await attempt().then(
      () => new Error("it worked"),
      (error: Error) => error,
    );
    expect(message).toMatch(/^internal error \([0-9a-f-]{36}\)$/);
    expect(lines.pop()).toContain(`${message}: SqliteError: no such table: plugin_data`);
  }
  await store.close();
});

test("tells a plugin what is wrong with its own key or value", async () => {
  const store = await openSqliteStore(":memory:");
  const lines: string[] = [];
  const data = createPluginData(
    store,
    createLog((line) => lines.push(line)),
  )("notes", "ann");
  await expect(data.set("a", undefined)).rejects.toThrow('The value for "a" cannot be written as JSON');
  await expect(data.set("a", "x".repeat(256 * 1024))).rejects.toThrow('The value for "a" is over 256 KB');
  await expect(data.set("k".repeat(257), 1)).rejects.toThrow("A key has at most 256 characters");
  expect(lines).toEqual([]);
  await store.close();
});

test("bounds what a plugin keeps for one user", async () => {
  const store = await openSqliteStore(":memory:");
  const now = new Date(0).toISOString();
  for (const id of ["ann", "bob"]) {
    const user = { id, name: id, email: `${id}@example.com`, role: "member", emailVerified: 0 };
    await store.db
      .insertInto("user")
      .values({ ...user, createdAt: now, updatedAt: now })
      .execute();
  }
  const open = createPluginData(store, silent, 1_000);
  const data = open("notes", "ann");
  await data.set("a", "x".repeat(600));
  await expect(data.set("b", "x".repeat(600))).rejects.toThrow("Delete something first");
  await open("notes", "bob").set("b", "x".repeat(600));
  await data.delete("a");
  await data.set("b", "x".repeat(600));
  await store.close();
});

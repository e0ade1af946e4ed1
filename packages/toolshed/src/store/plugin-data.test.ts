import { expect, test } from "vitest";
import { createLog } from "../log/log.ts";
import { createPluginData } from "./plugin-data.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";

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

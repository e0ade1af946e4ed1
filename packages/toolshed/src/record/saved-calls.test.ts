import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../test/fixtures/temporary-folder.ts";
import { openVault } from "../credential/vault.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { createSavedCalls } from "./saved-calls.ts";

const call = { name: "Daily", arguments: { key: "a secret" }, connection: "work" };

test("saved calls are a person's own, encrypted, renamed, removed and bounded", async () => {
  const store = await openSqliteStore(join(temporaryFolder(), "toolshed.db"));
  onTestFinished(() => store.close());
  const at = new Date().toISOString();
  for (const id of ["ann", "bea"]) {
    await store.db
      .insertInto("user")
      .values({
        id,
        name: id,
        email: `${id}@example.com`,
        emailVerified: 1,
        createdAt: at,
        updatedAt: at,
      } as never)
      .execute();
  }
  const saved = createSavedCalls(store, await openVault(store, "the secret"));
  const { id } = await saved.add("ann", "a.b", call);
  expect(await saved.list("ann", "a.b")).toMatchObject([{ id, ...call }]);
  expect(await saved.list("ann", "a.c")).toEqual([]);
  expect(await saved.list("bea", "a.b")).toEqual([]);
  const rows = await store.db.selectFrom("saved_call").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("a secret");

  expect(await saved.rename("bea", id, "Mine")).toBe(false);
  expect(await saved.remove("bea", id)).toBe(false);
  expect(await saved.rename("ann", id, "Weekly")).toBe(true);
  expect((await saved.list("ann", "a.b"))[0]?.name).toBe("Weekly");
  // What was encrypted for one person's call can't be moved into another's row.
  await store.db.updateTable("saved_call").set({ user_id: "bea" }).execute();
  await expect(saved.list("bea", "a.b")).rejects.toThrow();
  await store.db.updateTable("saved_call").set({ user_id: "ann" }).execute();

  await expect(saved.add("ann", "a.b", { ...call, arguments: { text: "x".repeat(70_000) } })).rejects.toThrow(
    "up to 64 KB",
  );
  for (let count = 1; count < 50; count++) await saved.add("ann", "a.b", call);
  await expect(saved.add("ann", "a.b", call)).rejects.toThrow("Delete one first");
  await saved.add("ann", "a.c", call);
  expect(await saved.remove("ann", id)).toBe(true);
  expect(await saved.list("ann", "a.b")).toHaveLength(49);
});

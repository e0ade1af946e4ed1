import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { createBoundCalls } from "./bound-calls.ts";

test("a person who floods the record loses the oldest calls, and others keep theirs", async () => {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const add = (userId: string, count: number) =>
    store.db
      .insertInto("call_record")
      .values(
        Array.from({ length: count }, () => ({
          ...{ at: 1, user_id: userId, via: "v", client: "", path: "a.b", outcome: "ok", duration_ms: 1 },
          ...{ result_bytes: 0, arguments: "{}" },
        })),
      )
      .execute();
  const counts = async () => {
    const rows = await store.db.selectFrom("call_record").select(["user_id", "id"]).orderBy("id").execute();
    return {
      ann: rows.filter(({ user_id }) => user_id === "ann").length,
      latest: rows.at(-1)?.id,
      all: rows.length,
    };
  };
  const bound = createBoundCalls(store, 100);
  await add("ann", 20);
  await add("flood", 80);
  await bound();
  expect(await counts()).toEqual({ ann: 20, latest: 100, all: 100 });
  await add("flood", 1);
  await bound();
  expect(await counts()).toEqual({ ann: 20, latest: 101, all: 90 });
  await add("flood", 200);
  await bound();
  expect(await counts()).toEqual({ ann: 20, latest: 301, all: 90 });
});

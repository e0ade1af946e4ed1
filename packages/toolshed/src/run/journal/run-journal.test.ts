import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";
import { createRunJournal } from "./run-journal.ts";

const owner = (userId: string, endpointId = "e") => ({ userId, via: "laptop", endpointId });

async function openJournal() {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  return { store, journal: createRunJournal(store, () => "handle") };
}

test("a long output comes back as it was kept, to its owner through the same door only, and others are served meanwhile", async () => {
  const { journal } = await openJournal();
  const body = JSON.stringify({ value: `x${"😀".repeat(700_000)}` });
  let turns = 0;
  const count = () => {
    turns += 1;
    if (!isKept) setImmediate(count);
  };
  let isKept = false;
  setImmediate(count);
  const handle = await journal.keepOutput(owner("u"), [body.slice(0, 9), body.slice(9), ""]);
  isKept = true;
  expect(turns).toBeGreaterThan(3);
  expect((await journal.readOutput(owner("u"), handle)) === body).toBe(true);
  expect(await journal.readOutput(owner("v"), handle)).toBeUndefined();
  expect(await journal.readOutput(owner("u"), `${handle}:1`)).toBeUndefined();
  // Another endpoint of the same person and name.
  expect(await journal.readOutput(owner("u", "f"), handle)).toBeUndefined();
  expect(await journal.readOutput({ userId: "u", via: "command" }, handle)).toBeUndefined();
});

test("an output that was kept in one piece is still found", async () => {
  const { store, journal } = await openJournal();
  const body = JSON.stringify({ value: "x".repeat(1_000_000) });
  await store.db
    .insertInto("run_output")
    .values({ handle: "old", user_id: "u", body, created_at: Date.now() })
    .execute();
  expect((await journal.readOutput(owner("u"), "old")) === body).toBe(true);
});

test("a run is claimed once, with what was approved until then, and can be given back", async () => {
  const { journal } = await openJournal();
  const empty = { script: "1", seed: 1, startedAt: 0, turns: [], calls: [], allowed: [] };
  await journal.pause("r", { userId: "u", via: "v" }, empty);
  await journal.allow("r", "a.b");
  const claims = await Promise.all([journal.claim("r"), journal.claim("r")]);
  expect(claims.filter(Boolean)).toEqual([{ ...empty, allowed: ["a.b"] }]);
  await journal.release("r");
  expect(await journal.claim("r")).toBeDefined();
});

test("the oldest outputs of a person make way for new ones, and those of others stay", async () => {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  let handles = 0;
  const journal = createRunJournal(store, () => `handle ${handles++}`);
  const keepAt = (userId: string, createdAt: number, handle: string) =>
    store.db
      .insertInto("run_output")
      .values({ handle, user_id: userId, body: "1", created_at: createdAt })
      .execute();
  for (let count = 0; count < 600; count += 1) await keepAt("u", count, `u ${count}`);
  await keepAt("v", 0, "v");

  const handle = await journal.keepOutput(owner("u"), ["2"]);
  expect(await journal.readOutput(owner("u"), "u 0")).toBeUndefined();
  expect(await journal.readOutput(owner("u"), "u 599")).toBe("1");
  expect(await journal.readOutput(owner("u"), handle)).toBe("2");
  expect(await journal.readOutput(owner("v"), "v")).toBe("1");
});

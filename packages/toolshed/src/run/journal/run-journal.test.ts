import { expect, onTestFinished, test } from "vitest";
import { cancelApprovals } from "../../approval/cancel-approvals.ts";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";
import type { Store } from "../../store/store.ts";
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

const empty = { script: "1", seed: 1, startedAt: 0, turns: [], calls: [], allowed: [] };

async function addApproval(
  store: Store,
  runId: string,
  state: "waiting" | "refused",
  decidedAt: number | null,
) {
  await store.db
    .insertInto("approval")
    .values({
      ...{ id: `${runId}-${state}`, user_id: "u", via: "v", path: "a.b", arguments: "{}", call_hash: runId },
      ...{ run_id: runId, state, created_at: 0, decided_at: decidedAt },
    })
    .execute();
}

test("a person's paused runs are bounded, and those that nobody has to decide about make way", async () => {
  const { store, journal } = await openJournal();
  const large = { ...empty, script: "x".repeat(20 * 1024 * 1024) };
  for (const id of ["held", "idle", "other"]) await journal.pause(id, { userId: "u", via: "v" }, large);
  for (const id of ["held", "other"]) await addApproval(store, id, "waiting", null);
  await journal.pause("next", { userId: "u", via: "v" }, large);
  expect(await Promise.all(["held", "idle", "other", "next"].map(journal.find))).toEqual([
    expect.anything(),
    undefined,
    expect.anything(),
    expect.anything(),
  ]);
  await addApproval(store, "next", "waiting", null);
  await expect(journal.pause("more", { userId: "u", via: "v" }, large)).rejects.toThrow("wait for approval");
  await journal.pause("theirs", { userId: "w", via: "v" }, large);
});

test("a paused run that nobody resumes ends an hour after its last answer", async () => {
  const { store, journal } = await openJournal();
  const hourAgo = Date.now() - 60 * 60 * 1000 - 1;
  for (const id of ["waits", "old", "fresh"]) await journal.pause(id, { userId: "u", via: "v" }, empty);
  await store.db.updateTable("run").set({ updated_at: hourAgo }).execute();
  await addApproval(store, "waits", "waiting", null);
  await addApproval(store, "old", "refused", hourAgo);
  await addApproval(store, "fresh", "refused", Date.now());
  await journal.endIdle();
  expect((await store.db.selectFrom("run").select("id").orderBy("id").execute()).map(({ id }) => id)).toEqual(
    ["fresh", "waits"],
  );
});

test("cancelling a run's approvals ends the run", async () => {
  const { store, journal } = await openJournal();
  for (const id of ["a", "b"]) await journal.pause(id, { userId: "u", via: "v", endpointId: "e" }, empty);
  await journal.pause("c", { userId: "u", via: "v", endpointId: "f" }, empty);
  await addApproval(store, "a", "waiting", null);
  await addApproval(store, "c", "waiting", null);
  await cancelApprovals(store.db, "id", ["c-waiting"], "The role no longer allows this call.");
  await cancelApprovals(store.db, "endpoint_id", ["e"], "The endpoint was revoked.");
  expect(await store.db.selectFrom("run").select("id").execute()).toEqual([]);
});

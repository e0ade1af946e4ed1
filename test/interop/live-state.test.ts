import { describe, expect, onTestFinished, test } from "vitest";
import { openVault } from "../../packages/toolshed/src/credential/vault.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import type { LiveView } from "../../packages/toolshed/src/view/live/live-state.ts";
import { createStoredLiveState } from "../../packages/toolshed/src/view/live/stored-live-state.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";

const board: LiveView = {
  id: "board_k7m2q",
  showing: "s1",
  instance: "first",
  owner: { userId: "ann" },
  path: "notes.board",
  title: "Board",
  tools: [],
};

describe.skipIf(!postgresBin)("open Views of two gateways on PostgreSQL", () => {
  async function openTwo() {
    const url = await createDatabase();
    const open = async () => {
      const store = await openPostgresStore(url);
      onTestFinished(() => store.close());
      return createStoredLiveState(store, await openVault(store, "a secret"));
    };
    return [await open(), await open()] as const;
  }

  test("a View that was closed at one isn't opened at the other by an earlier request", async () => {
    const [one, other] = await openTwo();
    expect(await one.put(board, 1)).toBe(true);
    await other.remove(board, 3);
    expect(await one.put(board, 2)).toBe(false);
    await one.expire(60_000);
    expect(await one.put(board, 2)).toBe(false);
    expect(await one.read(board.id)).toBeUndefined();
    expect(await other.put({ ...board, instance: "second" }, 1)).toBe(true);
    expect(await one.put(board, 4)).toBe(true);
  });

  test("of concurrent requests to open and to close a View the later one counts", async () => {
    const [one, other] = await openTwo();
    for (let sequence = 1; sequence < 60; sequence += 2) {
      await Promise.all([one.put(board, sequence), other.remove(board, sequence + 1)]);
      expect(await one.read(board.id)).toBeUndefined();
    }
  });

  test("a page leaves a View alone that another page has taken over", async () => {
    const [one, other] = await openTwo();
    const second = { ...board, instance: "second" };
    await one.put(board, 1);
    await other.put(second, 1);
    await one.remove(board, 2);
    expect(await one.read(board.id)).toEqual(second);
  });
});

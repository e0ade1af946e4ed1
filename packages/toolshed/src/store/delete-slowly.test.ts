import { expect, test } from "vitest";
import { deleteSlowly } from "./delete-slowly.ts";
import type { Store } from "./store.ts";

/** Rows that are only keys. */
function setUp(dialect: Store["dialect"], count: number) {
  const rows = new Set(Array.from({ length: count }, (_, key) => key));
  const slices: number[] = [];
  return {
    rows,
    slices,
    store: { dialect } as Store,
    deletion: {
      find: async (limit: number) => [...rows].slice(0, limit).map((key) => ({ key })),
      async remove(keys: readonly number[]) {
        slices.push(keys.length);
        for (const key of keys) rows.delete(key);
      },
    },
  };
}

test.each(["sqlite", "postgres"] as const)("deletes all rows on %s, a few at a time", async (dialect) => {
  const { rows, slices, store, deletion } = setUp(dialect, 6_000);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await deleteSlowly(store, deletion);
  clearInterval(timer);
  expect(rows.size).toBe(0);
  expect(Math.max(...slices)).toBeLessThanOrEqual(250);
  expect(turns).toBeGreaterThanOrEqual(slices.length - 1);
});

test("stops at the signal", async () => {
  const { rows, store, deletion } = setUp("sqlite", 6_000);
  const ending = new AbortController();
  await deleteSlowly(store, {
    ...deletion,
    async remove(keys) {
      await deletion.remove(keys);
      ending.abort();
    },
    signal: ending.signal,
  });
  expect(rows.size).toBe(5_980);
});

test("deletes smaller slices when rows take long", async () => {
  const { rows, slices, store, deletion } = setUp("sqlite", 200);
  await deleteSlowly(store, {
    ...deletion,
    async remove(keys) {
      await deletion.remove(keys);
      const end = performance.now() + keys.length;
      while (performance.now() < end);
    },
  });
  expect(rows.size).toBe(0);
  expect(Math.max(...slices.slice(5))).toBeLessThanOrEqual(2);
});

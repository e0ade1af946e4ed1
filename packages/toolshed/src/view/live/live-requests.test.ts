import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { neverCancelled } from "../../work/cancellation.ts";
import { createServeLive, type LiveRequest } from "./live-requests.ts";
import { createLiveTickets } from "./live-tickets.ts";
import type { LiveBatch, LiveViews } from "./live-views.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the endpoints whose poll is free when the View receives this batch after this time. */
async function freePolls(batch: Partial<LiveBatch>, waitedMs: number): Promise<string[]> {
  const live = {
    answer: async () => {},
    wait: async () => {
      vi.advanceTimersByTime(waitedMs);
      return { calls: [], cancelled: [], ...batch };
    },
  };
  const free: string[] = [];
  const serve = createServeLive({
    live: live as unknown as LiveViews,
    tickets: createLiveTickets("key"),
    origin: "http://gateway",
    onPolled: (endpointId) => free.push(endpointId),
  });
  await serve({
    method: "live/poll",
    params: { instance: "first" },
    caller: { userId: "ann", endpointId: "e1" },
    showing: { id: "s1", path: "notes.board", uri: "" },
    signal: neverCancelled,
  } as unknown as LiveRequest);
  return free;
}

test("a poll is free if it waited or brought calls, and counts as a call otherwise", async () => {
  expect(await freePolls({}, 1_000)).toEqual(["e1"]);
  expect(await freePolls({ calls: [{ id: "c1", name: "get", arguments: {} }] }, 0)).toEqual(["e1"]);
  expect(await freePolls({ ended: "unknown" }, 0)).toEqual([]);
});

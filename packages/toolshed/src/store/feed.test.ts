import { setMaxListeners } from "node:events";
import { expect, test } from "vitest";
import { createFeed } from "./feed.ts";
import { createLocalEvents } from "./local-events.ts";

function setUp() {
  const events = createLocalEvents();
  const news: number[] = [];
  let reads = 0;
  const feed = createFeed<number>({
    events,
    topic: "numbers",
    open: async () => async () => {
      reads += 1;
      return news.splice(0);
    },
  });
  return {
    feed,
    reads: () => reads,
    async tell(...numbers: number[]) {
      news.push(...numbers);
      await events.publish("numbers");
    },
  };
}

test("what is new is read once, however many follow", async () => {
  const { feed, tell, reads } = setUp();
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const seen: number[][] = [];
  const following = Array.from({ length: 5_000 }, async (_, index) => {
    const own: number[] = [];
    seen[index] = own;
    for await (const numbers of await feed.follow(ending.signal)) own.push(...numbers);
  });
  await expect.poll(() => seen.length).toBe(5_000);
  await tell(1, 2, 3);
  await expect.poll(() => seen.every((own) => own.join() === "1,2,3")).toBe(true);
  expect(reads()).toBe(1);
  ending.abort();
  await Promise.all(following);
});

test("a follower that does not keep up is ended, and those that do stay", async () => {
  const { feed, tell } = setUp();
  const ending = new AbortController();
  const slow = await feed.follow(ending.signal);
  let last = 0;
  const following = (async () => {
    for await (const numbers of await feed.follow(ending.signal)) last = numbers.at(-1) ?? last;
  })();
  for (let batch = 1; batch <= 3; batch += 1) {
    await tell(...Array.from({ length: 1_000 }, (_, index) => batch * 1_000 + index));
    await expect.poll(() => last).toBe(batch * 1_000 + 999);
  }
  const read: number[] = [];
  for await (const numbers of slow) read.push(...numbers);
  expect(read.length).toBeLessThanOrEqual(2_000);
  ending.abort();
  await following;
});

test("a reader that fails ends its followers, and the next follower gets a new one", async () => {
  const events = createLocalEvents();
  let isBroken = true;
  const feed = createFeed<number>({
    events,
    topic: "numbers",
    open: async () => async () => {
      if (isBroken) throw new Error("no database");
      return [1];
    },
  });
  const { signal } = new AbortController();
  const first = await feed.follow(signal);
  await events.publish("numbers");
  for await (const _ of first) throw new Error("nothing could be read");
  isBroken = false;
  const second = await feed.follow(signal);
  await events.publish("numbers");
  for await (const numbers of second) {
    expect(numbers).toEqual([1]);
    break;
  }
});

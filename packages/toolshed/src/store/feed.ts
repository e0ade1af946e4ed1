import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Events } from "./store.ts";

/** Reads what is new since it was last asked. `details` are those of the changes it is asked for; none means that time has passed. */
export type ReadNews<Item> = (details: ReadonlySet<string>) => Promise<readonly Item[]>;

export interface FeedOptions<Item> {
  readonly events: Events;
  readonly topic: string;
  /** Begins to read, from now on, while there are followers. A batch of `batchSize` items or more means that there may be more. */
  open(): Promise<ReadNews<Item>>;
  readonly batchSize?: number;
}

/** Events can be lost on the way, so the feed also looks without one. */
const lookAgainMs = 15_000;
/** Changes within this time are read together. */
const pauseMs = 50;
const maxWaitingItems = 2_000;
/** Others have their turn between so many followers. */
const followersPerTurn = 100;

/** What is new under a topic, read once for all who follow. */
export function createFeed<Item>({ events, topic, open, batchSize = Infinity }: FeedOptions<Item>) {
  const followers = new Set<ReadableStreamDefaultController<readonly Item[]>>();
  let opened: Promise<void> | undefined;

  function leave(follower: ReadableStreamDefaultController): void {
    if (followers.delete(follower)) follower.close();
  }

  async function deliver(items: readonly Item[]): Promise<void> {
    let count = 0;
    for (const follower of followers) {
      // One that does not keep up comes back after the last it has read, which takes less memory than to keep the rest.
      if ((follower.desiredSize ?? 0) < items.length) leave(follower);
      else follower.enqueue(items);
      count += 1;
      if (count % followersPerTurn === 0) await nextTurn();
    }
  }

  async function readAll(read: ReadNews<Item>, details: ReadonlySet<string>): Promise<void> {
    let items: readonly Item[];
    do {
      items = await read(details);
      if (items.length > 0 || details.size === 0) await deliver(items);
    } while (items.length >= batchSize && followers.size > 0);
  }

  /** Reads as long as there are followers. */
  async function run(read: ReadNews<Item>, news: News): Promise<void> {
    while (followers.size > 0) {
      const details = await news.next();
      if (followers.size > 0) await readAll(read, details);
      await sleep(pauseMs, undefined, { ref: false });
    }
  }

  async function start(): Promise<void> {
    const news = listen(events, topic);
    const finish = () => {
      opened = undefined;
      news.close();
      // Those that follow come back to a reader that begins again.
      followers.forEach(leave);
    };
    try {
      const read = await open();
      run(read, news).then(finish, finish);
    } catch (error) {
      finish();
      throw error;
    }
  }

  return {
    /**
     * Resolves when nothing new can be missed any more. Gives batches until the signal; an empty one says that there was
     * nothing new for a while. Ends early for a follower that does not keep up.
     */
    async follow(signal: AbortSignal): Promise<AsyncIterable<readonly Item[]>> {
      let follower!: ReadableStreamDefaultController<readonly Item[]>;
      const stream = new ReadableStream<readonly Item[]>(
        {
          start(controller) {
            follower = controller;
            followers.add(follower);
          },
          cancel() {
            followers.delete(follower);
          },
        },
        { highWaterMark: maxWaitingItems, size: ({ length }) => length },
      );
      const end = () => leave(follower);
      opened ??= start();
      await opened;
      if (signal.aborted) end();
      signal.addEventListener("abort", end, { once: true });
      return stream;
    },
  };
}

type News = ReturnType<typeof listen>;

function listen(events: Events, topic: string) {
  let details = new Set<string>();
  let waking = new AbortController();
  const unsubscribe = events.subscribe(topic, (detail) => {
    details.add(detail);
    waking.abort();
  });
  return {
    /** Resolves with the details of the changes since it last did: at the next one, or after a while without any. */
    async next(): Promise<ReadonlySet<string>> {
      const { signal } = waking;
      if (details.size === 0) await sleep(lookAgainMs, undefined, { ref: false, signal }).catch(() => {});
      waking = new AbortController();
      const heard = details;
      details = new Set();
      return heard;
    },
    close: unsubscribe,
  };
}

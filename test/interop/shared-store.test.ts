import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createAccounts } from "../../packages/toolshed/src/account/accounts.ts";
import { createEndpoints } from "../../packages/toolshed/src/endpoint/endpoints.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import { createRateLimit } from "../../packages/toolshed/src/store/rate-limit.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import { createDatabase, createDatabaseOn, postgresBin, startPostgres } from "../fixtures/postgres.ts";
import { stopClock } from "../fixtures/stop-clock.ts";
import { startTcpProxy } from "../fixtures/tcp-proxy.ts";

const unreachable = "The database cannot be reached; try again.";

describe.skipIf(!postgresBin)("gateways that share a PostgreSQL", () => {
  async function openStore(url: string): Promise<Store> {
    const store = await openPostgresStore(url);
    onTestFinished(() => store.close());
    return store;
  }
  async function openTwo(): Promise<[Store, Store]> {
    const url = await createDatabase();
    return [await openStore(url), await openStore(url)];
  }
  async function query(url: string, text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client.query(text).finally(() => client.end());
  }
  /** What a store does in order to be of use again. */
  const isBack = async (store: Store) =>
    expect.poll(() => store.withLock("any", () => store.events.publish("any"))).toBeUndefined();

  test("many open an empty database concurrently, and all succeed", async () => {
    const url = await createDatabase({ empty: true });
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(url)));
    const { owner } = await createAccounts(stores[0] as Store, "http://127.0.0.1:1", "x".repeat(40));
    expect(owner.role).toBe("owner");
  });

  test("delivers an event with its detail, without polling", async () => {
    const [one, other] = await openTwo();
    const heard: string[] = [];
    other.events.subscribe("weather", (detail) => heard.push(detail));
    await Promise.all(["rain", "rain", "sun"].map((detail) => one.events.publish("weather", detail)));
    await expect.poll(() => new Set(heard)).toEqual(new Set(["rain", "sun"]));
    await one.events.publish("weather", "x".repeat(9_000));
    await expect.poll(() => heard.at(-1)).toBe("");
  });

  test("a reader that has caught up has seen every change acknowledged before", async () => {
    const [one, other] = await openTwo();
    const { owner } = await createAccounts(one, "http://127.0.0.1:1", "x".repeat(40));
    const [mine, theirs] = [createEndpoints(one), createEndpoints(other)];
    for (let round = 0; round < 50; round++) {
      const { endpoint, token } = await mine.create({ userId: owner.id, name: "a" });
      expect(await theirs.findByToken(token)).toEqual(endpoint);
      await mine.revoke(owner.id, endpoint.id);
      await other.events.catchUp();
      expect(await theirs.findByToken(token)).toBeUndefined();
    }
  });

  test("a change that fails is told to nobody", async () => {
    const [one, other] = await openTwo();
    let heard = 0;
    other.events.subscribe("things", () => heard++);
    const failed = one.change("things", async () => {
      throw new Error("the end");
    });
    await expect(failed).rejects.toThrow("the end");
    await other.events.catchUp();
    expect(heard).toBe(0);
    await one.change("things", async () => {});
    await other.events.catchUp();
    expect(heard).toBeGreaterThan(0);
  });

  test("a lock keeps others out, and goes with the connection of its gateway", async () => {
    const url = await createDatabase();
    const way = new URL(url);
    const proxy = await startTcpProxy(Number(way.port));
    way.port = String(proxy.port);
    const [one, other] = [await openStore(way.href), await openStore(url)];
    const order: string[] = [];
    const queries = vi.spyOn(pg.Client.prototype, "query");
    onTestFinished(() => queries.mockRestore());
    /** Resolves after two more attempts to take the lock. The first has failed by then. */
    const isKeptOut = async () => {
      const tries = () =>
        queries.mock.calls.filter(([text]) => String(text).includes("try_advisory_lock")).length;
      const before = tries();
      await expect.poll(tries).toBeGreaterThan(before + 1);
    };
    let isHeld = () => {};
    let release = () => {};
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const first = one.withLock("refresh", async () => {
      isHeld();
      await new Promise<void>((resolve) => (release = resolve));
      order.push("one");
    });
    await held;
    const second = other.withLock("refresh", async () => order.push("other"));
    await isKeptOut();
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(["one", "other"]);

    let end = () => {};
    const endless = new Promise<void>((resolve) => {
      const lost = one.withLock("refresh", () => {
        resolve();
        return new Promise<void>((resolve) => (end = resolve));
      });
      onTestFinished(() => lost);
    });
    await endless;
    const waiting = other.withLock("refresh", async () => order.push("after"));
    await isKeptOut();
    expect(order).toHaveLength(2);
    proxy.heal();
    await waiting;
    expect(order.at(-1)).toBe("after");
    end();
  });

  test("more concurrent locks than the pool has connections leave room for queries", async () => {
    const [one] = await openTwo();
    const names = Array.from({ length: 30 }, (_, index) => `lock ${index}`);
    const query = () => one.db.selectFrom("endpoint").select("id").execute();
    expect(await Promise.all(names.map((name) => one.withLock(name, query)))).toHaveLength(30);
  });

  test("a rate limit holds for all together", async () => {
    const url = await createDatabase();
    await stopClock(url);
    const [one, other] = [await openStore(url), await openStore(url)];
    const options = { name: "calls", limit: 100, windowMs: 60_000 };
    const limits = [createRateLimit(one, options), createRateLimit(other, options)];
    const taken = await Promise.all(
      Array.from({ length: 400 }, (_, index) => limits[index % 2]?.take("ann")),
    );
    expect(taken.filter((waitMs) => waitMs === undefined)).toHaveLength(100);
    // One that takes little leaves the other nearly all, even if it dies with what it has.
    await limits[0]?.take("bob");
    const rest = await Promise.all(Array.from({ length: 200 }, () => limits[1]?.take("bob")));
    expect(rest.filter((waitMs) => waitMs === undefined).length).toBeGreaterThanOrEqual(99);
  });

  test("reconnects when the server ends a connection, and then reports that anything may have changed", async () => {
    const url = await createDatabase();
    const store = await openStore(url);
    const heard: string[] = [];
    store.events.subscribe("weather", (detail) => heard.push(detail));
    await query(
      url,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await expect.poll(() => heard).toEqual([""]);
    await isBack(store);
    const other = await openStore(url);
    await other.events.publish("weather", "rain");
    await expect.poll(() => heard.at(-1)).toBe("rain");
  });

  test("a server that is down gives one clear error everywhere, and is found again", async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const url = await createDatabaseOn(postgres.address);
    const [one, other] = [await openStore(url), await openStore(url)];
    const limit = createRateLimit(one, { name: "calls", limit: 10, windowMs: 60_000 });
    const everything = () => [
      one.db.selectFrom("endpoint").select("id").execute(),
      one.change("things", async () => {}),
      one.events.publish("things"),
      one.events.catchUp(),
      one.withLock("refresh", async () => {}),
      limit.take("ann"),
    ];
    let hasBegun = () => {};
    let end = () => {};
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const underWay = one.change("things", () => {
      hasBegun();
      return new Promise<void>((resolve) => (end = resolve));
    });
    underWay.catch(() => {});
    await begun;
    await postgres.goDown();
    end();
    await expect(underWay).rejects.toThrow(unreachable);
    for (const outcome of await Promise.allSettled(everything())) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { message: unreachable } });
    }

    await postgres.comeBack();
    await Promise.all([isBack(one), isBack(other)]);
    await Promise.all(everything());
    let heard = 0;
    other.events.subscribe("weather", () => heard++);
    await one.events.publish("weather");
    await expect.poll(() => heard).toBe(1);
  });

  test("a network that swallows everything is noticed in bounded time, and no broken connection is used again", async () => {
    const url = new URL(await createDatabase());
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const store = await openStore(url.href);
    const read = () => store.db.selectFrom("endpoint").select("id").execute();
    await read();
    proxy.swallow();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }).setTimerTickMode("nextTimerAsync");
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await expect(read()).rejects.toThrow(unreachable);
    await expect(read()).rejects.toThrow(unreachable);
    vi.useRealTimers();
    proxy.heal();
    await isBack(store);
    expect(await read()).toEqual([]);
  });
});

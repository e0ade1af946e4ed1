import { describe, expect, onTestFinished, test } from "vitest";
import { createConnections } from "../../packages/toolshed/src/credential/connections.ts";
import { type Credentials, createCredentials } from "../../packages/toolshed/src/credential/credentials.ts";
import { openVault } from "../../packages/toolshed/src/credential/vault.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import {
  type Fault,
  faultsAfter,
  faultsBefore,
  type Rotation,
  startAuthorizationServer,
} from "../fixtures/authorization-server.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";

/** `npm run soak:oauth` asks for many more. */
const rounds = Number(process.env.TOOLSHED_OAUTH_ROUNDS ?? 10);
const isShort = process.env.TOOLSHED_OAUTH_ROUNDS === undefined;
const timeoutMs = 30_000 + rounds * 5_000;
const racing = 10;
const accounts = 6;
const faultRate = 0.4;
const minuteMs = 60_000;
const origin = "http://gateway";
const secret = "a secret of enough characters";

interface Counts {
  calls: number;
  ok: number;
  temporary: number;
  ended: number;
  refusedAtFirst: number;
  lost: number;
  unkeepable: number;
}

/** Which clocks the gateways have, beside that of the authorization server and its API. */
const clocks = {
  "clocks that agree": [0, 0],
  "a clock that is 5 minutes ahead": [5 * minuteMs, 0],
  "a clock that is 5 minutes behind": [-5 * minuteMs, 0],
};

const rotations: Record<string, Rotation> = {
  "no rotation": "kept",
  "rotation without reuse detection": "replaced",
  "rotation with reuse detection": "once",
};

const all = Object.entries(rotations).flatMap(([rotation, kind]) =>
  Object.entries(clocks).map(([clock, skews]) => [rotation, clock, kind, skews] as const),
);
/** The short run has each rotation and each clock once. */
const cases = isShort ? all.filter((_, index) => index % 4 === 0) : all;

describe("one gateway on SQLite", () => {
  test.each(cases.slice(0, 1).concat(cases.slice(-1)))(
    "keeps every connection: %s",
    (...given) => soak(given, given[3], async () => [await openSqliteStore(":memory:")]),
    timeoutMs,
  );
});

describe.skipIf(!postgresBin)("two gateways on one PostgreSQL", () => {
  test.each(cases)(
    "keep every connection: %s, %s",
    (...given) =>
      soak(given, given[3], async () => {
        const url = await createDatabase();
        return [await openPostgresStore(url), await openPostgresStore(url)];
      }),
    timeoutMs,
  );
});

async function soak(
  [rotationName, clockName, rotation]: (typeof cases)[number],
  skews: readonly number[],
  openStores: () => Promise<Store[]>,
): Promise<void> {
  // Time passes in leaps, so that hours of it take seconds.
  const clock = { now: Date.now() };
  const server = await startAuthorizationServer(rotation, () => clock.now);
  const stores = await openStores();
  onTestFinished(async () => {
    server.close();
    for (const store of stores) await store.close();
  });
  const gateways: Credentials[] = [];
  for (const [index, store] of stores.entries()) {
    gateways.push(
      createCredentials({
        ...store,
        connections: createConnections(store, await openVault(store, secret)),
        environment: {},
        origin,
        now: () => clock.now + (skews[index] ?? 0),
        times: { giveUp: ({ refreshToken }) => server.silenceOn(refreshToken), pauseMs: 2 },
      }),
    );
  }
  const [first] = gateways as [Credentials];
  const granted = new Map<string, string>();
  const connect = async (name: string) => {
    const tokens = server.grant();
    granted.set(name, tokens.refreshToken);
    await first.saveTokens("ann", "mail", tokens, name);
  };
  const names = Array.from({ length: accounts }, (_, index) => `account ${index}`);
  for (const name of names) await connect(name);

  const counts: Counts = {
    calls: 0,
    ok: 0,
    temporary: 0,
    ended: 0,
    refusedAtFirst: 0,
    lost: 0,
    unkeepable: 0,
  };
  const isAccepted = async (token: string) =>
    (await fetch(server.apiUrl, { headers: { authorization: `Bearer ${token}` } })).ok;

  /** What a source does for a call: a request, and one more if its token is refused and there is another. */
  async function call(
    gateway: Credentials,
    store: Store,
    name: string,
  ): Promise<"ok" | "temporary" | "ended" | "refused"> {
    counts.calls += 1;
    await store.events.catchUp();
    try {
      const connection = (await gateway.connectedTo("ann")).choose("mail", name);
      const token = await gateway.tokenOf("mail", connection);
      if (await isAccepted(token)) return "ok";
      counts.refusedAtFirst += 1;
      const other = await gateway.renewToken(connection, token);
      return other !== undefined && (await isAccepted(other)) ? "ok" : "refused";
    } catch (error) {
      const { message } = error as Error;
      if (message.includes("This is temporary")) return "temporary";
      if (message.includes(`${origin}/connections?reconnect=mail`)) return "ended";
      throw error;
    }
  }

  /** As a person would by the link. One that could have been kept must not need it. */
  async function reconnect(name: string, grant: string): Promise<void> {
    if (server.isKeepable(grant)) counts.lost += 1;
    else counts.unkeepable += 1;
    await connect(name);
  }

  const random = seededRandom(rounds);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const possible: readonly Fault[] = [...faultsBefore, ...faultsAfter];
  let isFaulty = true;
  server.nextFault = () => (isFaulty && random() < faultRate ? pick(possible) : undefined);

  for (let round = 0; round < rounds; round++) {
    clock.now += Math.round(random() * 40 * minuteMs);
    if (random() < 0.1) server.expireAccess();
    const signal = new AbortController().signal;
    const sweeps = gateways.map((gateway) => gateway.refreshDue(signal));
    const ended = new Map<string, string>();
    const clients = Array.from({ length: racing }, async (_, client) => {
      const index = client % gateways.length;
      const name = pick(names);
      const grant = granted.get(name) ?? "";
      const outcome = await call(gateways[index] as Credentials, stores[index] as Store, name);
      if (outcome !== "refused") counts[outcome] += 1;
      if (outcome === "ended") ended.set(name, grant);
    });
    await Promise.all([...sweeps, ...clients]);
    for (const [name, grant] of ended) await reconnect(name, grant);
  }

  // The faults have stopped: what can be kept works again, and nothing else was ended.
  isFaulty = false;
  clock.now += 20 * minuteMs;
  for (const name of names) {
    const grant = granted.get(name) ?? "";
    const callAll = () =>
      Promise.all(gateways.map((gateway, index) => call(gateway, stores[index] as Store, name)));
    const works = (await callAll()).every((outcome) => outcome === "ok");
    if (!works) {
      await reconnect(name, grant);
      expect(await callAll()).toEqual(gateways.map(() => "ok"));
    }
    const [{ needsReconnect, lastError } = {}] = (await first.list("ann")).filter((one) => one.name === name);
    expect({ needsReconnect, lastError }).toEqual({ needsReconnect: false, lastError: null });
  }
  process.stdout.write(
    `${rotationName}, ${clockName}, ${gateways.length} gateway(s): ${JSON.stringify({ ...counts, server: server.counts })}\n`,
  );
  expect(counts.lost).toBe(0);
  if (rotation !== "once") expect(counts.unkeepable + counts.ended).toBe(0);
  // No refresh token was used twice but for those whose answer was lost.
  expect(server.counts.reused).toBeLessThanOrEqual(counts.unkeepable);
  expect(server.counts.faults).toBeGreaterThan(0);
  expect(server.counts.refreshes).toBeGreaterThan(0);
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

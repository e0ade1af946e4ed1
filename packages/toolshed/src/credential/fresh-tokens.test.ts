import { expect, onTestFinished, test, vi } from "vitest";
import {
  type Fault,
  faultsAfter,
  faultsBefore,
  type Rotation,
  startAuthorizationServer,
} from "../../../../test/fixtures/authorization-server.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { type Connection, createConnections } from "./connections.ts";
import { createCredentials } from "./credentials.ts";
import { type OAuthTokens, readTokenAnswer, toTokens } from "./oauth-tokens.ts";
import { openVault } from "./vault.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const link = "http://gateway/connections?reconnect=mail&account=work";

/** Two gateways on one store, with a connection of Ann's and clocks that the test sets. */
async function setUp(rotation: Rotation = "once") {
  const store = await openSqliteStore(":memory:");
  const clock = { now: Date.now() };
  const server = await startAuthorizationServer(rotation, () => clock.now);
  onTestFinished(async () => {
    server.close();
    await store.close();
  });
  const connections = createConnections(store, await openVault(store, "a secret of enough characters"));
  const open = () => {
    const giveUp = ({ refreshToken }: OAuthTokens) => server.silenceOn(refreshToken);
    const times = { giveUp, pauseMs: 1 };
    const parts = { connections, environment: {}, origin: "http://gateway", now: () => clock.now, times };
    return createCredentials({ ...store, ...parts });
  };
  const [credentials, other] = [open(), open()];
  const first = server.grant();
  await credentials.saveTokens("ann", "mail", first, "work");

  const faults: (Fault | undefined)[] = [];
  let asked = 0;
  server.nextFault = () => {
    asked += 1;
    return faults.length > 1 ? faults.shift() : faults[0];
  };
  const token = () => credentials.resolveToken("ann", "mail");
  const health = async () => (await credentials.list("ann"))[0];
  const answers = async (accessToken: string) =>
    (await fetch(server.apiUrl, { headers: { authorization: `Bearer ${accessToken}` } })).status;
  return {
    clock,
    server,
    store,
    connections,
    credentials,
    other,
    first,
    faults,
    asked: () => asked,
    token,
    health,
    answers,
  };
}

const stop = () => new AbortController().signal;

test.each([...faultsBefore])("%s from the server does not end a connection", async (fault) => {
  const { clock, faults, token, health, answers } = await setUp();
  faults.push(fault);
  clock.now += hourMs + 4 * minuteMs;
  // Our clock may be ahead: the service decides whether the token has expired.
  const old = await token();
  expect(await answers(old)).toBe(401);
  clock.now += 2 * minuteMs;
  await expect(token()).rejects.toThrow(
    /^The access to "mail" \(work\) could not be refreshed: 127.* is temporary/,
  );
  expect(await health()).toMatchObject({ needsReconnect: false, lastError: expect.stringMatching(/^127/) });

  faults.length = 0;
  clock.now += 5 * minuteMs;
  expect(await answers(await token())).toBe(200);
  expect(await health()).toMatchObject({ lastError: null, refreshedAt: clock.now });
});

test.each([...faultsAfter])(
  "a refresh whose answer is %s is repeated with the same refresh token",
  async (fault) => {
    const { clock, faults, asked, token, answers } = await setUp("replaced");
    faults.push(fault, undefined);
    clock.now += hourMs;
    expect(await answers(await token())).toBe(200);
    expect(asked()).toBe(2);
  },
);

test("waits longer after each failure, and as long as the server asks for", async () => {
  const { clock, faults, asked, token } = await setUp();
  faults.push("429");
  clock.now += 2 * hourMs;
  await expect(token()).rejects.toThrow("try again in 2 s.");
  await expect(token()).rejects.toThrow("try again in 2 s.");
  expect(asked()).toBe(1);
  faults[0] = "503";
  for (let failure = 2; failure <= 8; failure++) {
    clock.now += 75_000;
    await expect(token()).rejects.toThrow("temporary");
    expect(asked()).toBe(failure);
  }
  clock.now += 40_000;
  await expect(token()).rejects.toThrow("temporary");
  expect(asked()).toBe(8);
});

test("a revoked grant needs to be reconnected, says where, and works after that", async () => {
  const { clock, server, credentials, first, asked, token, health, answers } = await setUp();
  server.revoke(first.refreshToken);
  clock.now += hourMs;
  for (let call = 0; call < 3; call++)
    await expect(token()).rejects.toThrow(`at ${link} and then repeat the call.`);
  expect(asked()).toBe(1);
  expect(await health()).toMatchObject({ needsReconnect: true, lastErrorAt: clock.now });
  expect((await health())?.lastError).toMatch(
    /^127\.0\.0\.1:\d+ no longer accepts the authorization \(invalid_grant\)\.$/,
  );
  const connected = await credentials.connectedTo("ann");
  expect(connected.has("mail")).toBe(true);
  expect(connected.reconnect("mail")).toContain(link);

  await credentials.saveTokens("ann", "mail", server.grant(), "work");
  expect(await answers(await token())).toBe(200);
  expect(await health()).toMatchObject({ needsReconnect: false, lastError: null });
  expect((await credentials.connectedTo("ann")).reconnect("mail")).toBeUndefined();
});

test("a server that ended a connection by mistake is asked again later", async () => {
  const { clock, faults, token, health, answers } = await setUp();
  faults.push("invalid_client", "503", undefined);
  clock.now += hourMs;
  await expect(token()).rejects.toThrow("needs to be reconnected");
  clock.now += 11 * minuteMs;
  await expect(token()).rejects.toThrow("temporary");
  expect(await health()).toMatchObject({ needsReconnect: true });
  clock.now += 11 * minuteMs;
  expect(await answers(await token())).toBe(200);
  expect(await health()).toMatchObject({ needsReconnect: false });
});

test("a connection that another gateway has refreshed meanwhile is not ended", async () => {
  const { clock, server, connections, first, token } = await setUp();
  const [connection] = await connections.list("ann");
  const next = { ...server.grant(), expiresAt: clock.now + 3 * hourMs };
  const renewing: Promise<void>[] = [];
  server.nextFault = () => {
    // As if its lock had ended with its way to the database.
    const secret = { secret: JSON.stringify(next), lastFour: "" };
    renewing.push(connections.renew(connection as Connection, secret, clock.now));
    return undefined;
  };
  server.revoke(first.refreshToken);
  clock.now += hourMs;
  expect(await token()).toBe(next.accessToken);
  await Promise.all(renewing);
});

test("a token that the service refuses is replaced once, however many calls it refused", async () => {
  const { clock, server, credentials, other, asked, token, answers } = await setUp();
  const refused = await token();
  server.expireAccess();
  const connection = (await credentials.connectedTo("ann")).choose("mail");
  const renewed = await Promise.all(
    [credentials, other, credentials, other].map((gateway) => gateway.renewToken(connection, refused)),
  );
  expect(asked()).toBe(1);
  expect(new Set(renewed).size).toBe(1);
  expect(await answers(renewed[0] as string)).toBe(200);

  // A service that refuses every token does not have all of them replaced.
  expect(await credentials.renewToken(connection, renewed[0] as string)).toBeUndefined();
  expect(asked()).toBe(1);
  clock.now += minuteMs;
  expect(await credentials.renewToken(connection, renewed[0] as string)).not.toBe(renewed[0]);
  expect(asked()).toBe(2);
});

test("says what is temporary, and what is not, where the service refuses a token that cannot be replaced", async () => {
  const { clock, server, credentials, first, faults, token } = await setUp();
  const refused = await token();
  const connection = (await credentials.connectedTo("ann")).choose("mail");
  faults.push("503");
  await expect(credentials.renewToken(connection, refused)).rejects.toThrow("This is temporary");
  faults.length = 0;
  clock.now += minuteMs;
  server.revoke(first.refreshToken);
  await expect(credentials.renewToken(connection, refused)).rejects.toThrow(link);
});

test("refreshes a connection in use before it expires, on one of the gateways", async () => {
  const { clock, credentials, other, asked, token, health } = await setUp();
  await token();
  await other.resolveToken("ann", "mail");
  const refreshDue = () => Promise.all([credentials, other].map((gateway) => gateway.refreshDue(stop())));
  clock.now += 57 * minuteMs;
  await refreshDue();
  expect(asked()).toBe(0);
  clock.now += 2.5 * minuteMs;
  await refreshDue();
  expect(asked()).toBe(1);
  expect(await health()).toMatchObject({ refreshedAt: clock.now, tokenExpiresAt: clock.now + hourMs });
  // No call waits for it.
  await token();
  expect(asked()).toBe(1);

  clock.now += 59.5 * minuteMs;
  await refreshDue();
  expect(asked()).toBe(2);
  // Nobody has used it for an hour.
  clock.now += 59.5 * minuteMs;
  await refreshDue();
  expect(asked()).toBe(2);
});

test("tokens of one moment are refreshed at different moments", async () => {
  const { clock, server, credentials, asked } = await setUp();
  const random = vi.spyOn(Math, "random");
  onTestFinished(() => random.mockRestore());
  for (let count = 0; count < 20; count++) {
    const name = `account ${count}`;
    random.mockReturnValue(count / 20);
    await credentials.saveTokens("ann", "mail", server.grant(), name);
    await credentials.resolveToken("ann", "mail", name);
  }
  clock.now += 58.5 * minuteMs;
  await credentials.refreshDue(stop());
  expect(asked()).toBe(10);
});

test("keeps a connection alive that nobody uses, once a day", async () => {
  const { clock, credentials, other, asked } = await setUp();
  const refreshIdle = () => Promise.all([credentials, other].map((gateway) => gateway.refreshIdle(stop())));
  clock.now += 23 * hourMs;
  await refreshIdle();
  expect(asked()).toBe(0);
  clock.now += 2 * hourMs;
  await refreshIdle();
  await refreshIdle();
  expect(asked()).toBe(1);
});

test("one sweep asks a server that is down once, and none after the gateway stops", async () => {
  const { clock, server, credentials, faults, asked } = await setUp();
  for (let count = 0; count < 5; count++)
    await credentials.saveTokens("ann", "mail", server.grant(), `account ${count}`);
  clock.now += 25 * hourMs;
  const stopped = new AbortController();
  stopped.abort();
  await credentials.refreshIdle(stopped.signal);
  expect(asked()).toBe(0);
  faults.push("503");
  await credentials.refreshIdle(stop());
  expect(asked()).toBe(1);
});

test("what the server gave is not lost with a database that fails for a moment", async () => {
  const { clock, connections, token, answers } = await setUp();
  const { renew } = connections;
  let failures = 0;
  connections.renew = async (...args) => {
    if (failures++ === 0) throw new Error("the database is restarting");
    return renew(...args);
  };
  clock.now += hourMs;
  await token();
  clock.now += hourMs;
  expect(await answers(await token())).toBe(200);
});

test("an access token is refreshed 30 seconds before it expires", async () => {
  const { clock, first, token, asked } = await setUp();
  clock.now = (first.expiresAt as number) - 30_001;
  expect(await token()).toBe(first.accessToken);
  expect(asked()).toBe(0);
  clock.now += 1;
  expect(await token()).not.toBe(first.accessToken);
  expect(asked()).toBe(1);
});

test("a refresh that returns no new refresh token keeps the old one", () => {
  const known = { refreshToken: "r1", expiresAt: 1, tokenUrl: "https://mail.example/token", clientId: "c" };
  expect(toTokens({ access_token: "a2" }, known)).toEqual({
    accessToken: "a2",
    refreshToken: "r1",
    tokenUrl: "https://mail.example/token",
    clientId: "c",
  });
  expect(toTokens({ access_token: "a2", refresh_token: "r2" }, known).refreshToken).toBe("r2");
});

test("an answer may have a time in words of its own, no refresh token, and who the person is", () => {
  const odd = {
    access_token: "a",
    refresh_token: null,
    expires_in: "60",
    id_token: "not.a.token",
    token_type: 1,
  };
  expect(readTokenAnswer(odd)).toEqual({ access_token: "a", refresh_token: undefined, expires_in: 60 });
  expect(readTokenAnswer({ access_token: "" })).toBeUndefined();
  // The databases store whole numbers.
  for (const expires_in of [0.0015, 1e300])
    expect(
      toTokens({ access_token: "a", expires_in }, { tokenUrl: "", clientId: "" }, 1).expiresAt,
    ).toSatisfy(Number.isSafeInteger);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiKey, definePlugin, defineTool } from "@toolshed/sdk";
import SqliteDatabase from "libsql";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openVault } from "../../packages/toolshed/src/credential/vault.ts";
import { createGateway, type Gateway } from "../../packages/toolshed/src/gateway.ts";
import { readSecret } from "../../packages/toolshed/src/home/secret.ts";
import { createLog } from "../../packages/toolshed/src/log/log.ts";
import { createCallRecord } from "../../packages/toolshed/src/record/call-record.ts";
import { KeptResults } from "../../packages/toolshed/src/record/results/kept-results.ts";
import { createResultSettings } from "../../packages/toolshed/src/record/results/result-settings.ts";
import type { KeptResult } from "../../packages/toolshed/src/store/call-rows.ts";
import { openStore } from "../../packages/toolshed/src/store/open-store.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import { silence } from "../../packages/toolshed/src/telemetry/open-telemetry.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";

const origin = "http://127.0.0.1:7420";
const commandSecret = "the-secret-of-commands";
const serviceKey = "svc_0123456789abcdef";
const password = "correct horse battery";
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const settings = { keep: true, days: 7, maxBytes: 16_384, totalBytes: 500 * 1024 * 1024 };

/** Gives back what it gets, with the key it was handed. */
const tool = (path: string, readOnly: boolean) =>
  defineTool({
    path,
    readOnly,
    name: path,
    description: "Gives back a text.",
    inputSchema: z.object({ text: z.string().default(""), password: z.string().optional() }),
    authProvider: "svc",
    async handler(ctx, input) {
      if (input.text === "fail")
        throw new Error(`Bad password ${input.password}, key ${await ctx.auth.getToken()}`);
      return { ...input, key: await ctx.auth.getToken() };
    },
  });
const plugin = definePlugin({
  id: "kept",
  name: "Kept",
  description: "",
  authProviders: [apiKey({ id: "svc", name: "Service", owner: "team", whereToFind: "Nowhere" })],
  tools: [tool("kept.read", true), tool("kept.change", false)],
});

interface Place {
  readonly home: string;
  readonly url?: string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: as JSON is
type Body = any;

async function openGateway({ home, url }: Place) {
  const gateway: Gateway = await createGateway({
    home,
    environment: { SVC_API_KEY: serviceKey, ...(url && { DATABASE_URL: url }) },
    plugins: [plugin],
    origin,
    secret: readSecret(home, {}),
    commandSecret,
    log: createLog(() => {}),
    telemetry: silence,
    localOrigins: [origin],
    connections: () => ({ open: 0, strangers: 0, closedForRoom: 0, refused: 0 }),
    stop() {},
  });
  const command = { authorization: `Bearer ${commandSecret}` };

  async function fetch(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    const url = `/api/v1${path}`;
    const clientAddress = "127.0.0.1";
    const admission = await gateway.admit({ method, url, headers, clientAddress: () => clientAddress });
    if ("refused" in admission) throw new Error(`${method} ${path} was refused`);
    const request = new Request(origin + url, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
    });
    return gateway.fetch(request, { ...admission, clientAddress });
  }
  const send = async (method: string, path: string, body?: unknown, headers = {}): Promise<Body> =>
    (await fetch(method, path, { ...command, ...headers }, body)).json();
  const call = (path: string, args: object, headers = {}) =>
    send("POST", `/tools/${path}/call`, { arguments: args }, headers);

  /** Someone else, by their session. */
  async function join(name: string, role: string): Promise<Record<string, string>> {
    const { url } = await send("POST", "/invitations", { role });
    const joined = await fetch(
      "POST",
      `/session${new URL(url).pathname}`,
      { origin },
      {
        name,
        email: `${name}@example.com`,
        password,
      },
    );
    const cookie = joined.headers.getSetCookie().map((line) => line.split(";")[0]);
    return { authorization: "", cookie: cookie.join("; "), origin };
  }
  const latest = async (query = ""): Promise<Body> => (await send("GET", `/calls?limit=1${query}`)).calls[0];
  const read = async (id: number, headers = {}): Promise<Body> =>
    send("GET", `/calls/${id}`, undefined, headers);
  return { gateway, send, fetch, call, join, latest, read, command };
}

/** Everything in the table of results, as bytes. */
async function rawResults({ home, url }: Place): Promise<Buffer[]> {
  if (url) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("select sealed from call_result order by call_id");
    await client.end();
    return rows.map(({ sealed }) => sealed);
  }
  const database = new SqliteDatabase(join(home, "toolshed.db"), { readonly: true });
  const rows = database.prepare("select sealed from call_result order by call_id").all();
  database.close();
  return (rows as { sealed: Buffer }[]).map(({ sealed }) => Buffer.from(sealed));
}

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

/** There for all tests of the file. */
function createHome(): string {
  const home = mkdtempSync(join(tmpdir(), "toolshed-test-"));
  homes.push(home);
  return home;
}

describe("SQLite", () => keptCalls(async () => ({ home: createHome() })));

describe.skipIf(!postgresBin)("PostgreSQL", () => {
  keptCalls(async () => ({ home: createHome(), url: await createDatabase() }));
});

function keptCalls(createPlace: () => Promise<Place>): void {
  let place: Place;
  let open: Awaited<ReturnType<typeof openGateway>>;
  beforeAll(async () => {
    place = await createPlace();
    open = await openGateway(place);
  });
  afterAll(() => open?.gateway.close());

  test("keeps results for one person by default, and for a database of a team when an admin says so", async () => {
    const { send } = open;
    const isAlone = place.url === undefined;
    expect(await send("GET", "/settings/results")).toMatchObject({ ...settings, keep: isAlone });
    await open.call("kept.read", { text: "hi" });
    const { id, hasResult } = await open.latest();
    expect((await open.read(id)).result.problem).toBe(isAlone ? null : "not kept");
    if (isAlone) await expect.poll(async () => (await open.latest()).hasResult).toBe(true);
    else expect(hasResult).toBe(false);
    for (const wrong of [
      { days: 0 },
      { days: 91 },
      { maxBytes: 10 },
      { maxBytes: 1e9 },
      { totalBytes: 1 },
      { keep: 1 },
    ])
      expect(await send("PUT", "/settings/results", { ...settings, ...wrong })).toHaveProperty("error");
    expect(await send("PUT", "/settings/results", settings)).toEqual({});
    expect(await send("GET", "/settings/results")).toMatchObject(settings);
  });

  test("tells all of a call: its result, trace, timings, connection and whether it can be made again", async () => {
    const { call, latest, read, send } = open;
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const given = await call("kept.read", { text: "hello" }, headers);
    const entry = await latest();
    expect(entry).toMatchObject({ traceId, runId: null, error: null, isMasked: false });
    expect(entry.timings).toMatchObject({ upstream: expect.any(Number) });
    expect(await read(entry.id)).toMatchObject({
      ...entry,
      hasResult: true,
      result: { value: given, problem: null },
      approval: null,
      endpointName: null,
      tool: { exists: true, readOnly: true },
      canReplay: true,
    });
    await call("kept.change", { text: "hello" }, headers);
    const change = await read((await latest()).id);
    expect(change).toMatchObject({ canReplay: false, result: { problem: null } });
    const { calls } = await send("GET", `/calls/traces/${traceId}`);
    expect(calls.map(({ path }: Body) => path)).toEqual(["kept.read", "kept.change"]);
    expect((await send("GET", "/calls/traces/unknown")).calls).toEqual([]);
    expect(await read(999_999)).toEqual({ error: "Not found" });
    expect(await send("GET", "/calls/nonsense")).toEqual({ error: "Not found" });
  });

  test("lets no secret into the record or among the results, which are encrypted", async () => {
    const { call, latest, read } = open;
    const secret = "hunter2-and-more";
    const given = await call("kept.read", {
      text: `my ${secret} and ${"marker ".repeat(9)}`,
      password: secret,
    });
    expect(JSON.stringify(given)).toContain(secret);
    const entry = await latest();
    expect(entry).toMatchObject({ isMasked: true });
    const detail = await read(entry.id);
    expect(detail).toMatchObject({ canReplay: false, result: { problem: null } });
    expect(detail.result.value.content[0].text).toContain("my [redacted] and marker");
    expect(JSON.stringify(detail.result)).not.toContain(secret);
    expect(JSON.stringify(detail.result)).not.toContain(serviceKey);
    const failed = await call("kept.read", { text: "fail", password: secret });
    expect(failed.isError).toBe(true);
    expect(await latest()).toMatchObject({
      outcome: "failed",
      error: expect.stringMatching(/^Bad password .*redacted/),
      hasResult: false,
    });
    expect((await latest()).error).not.toMatch(/hunter2|svc_/);
    const rows = await rawResults(place);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const bytes of rows)
      for (const text of ["marker", "hunter2", serviceKey, "content"]) {
        expect(bytes.includes(text)).toBe(false);
        expect(bytes.includes(Buffer.from(text).toString("base64").slice(0, 6))).toBe(false);
      }
  });

  test("keeps the beginning of what is too large, and says so", async () => {
    const { call, latest, read } = open;
    await call("kept.read", { text: "z".repeat(50_000) });
    const { result, resultBytes } = await read((await latest()).id);
    expect(result.problem).toBe("too large");
    expect(resultBytes).toBeGreaterThan(50_000);
    expect(result.value.content[0].text.length).toBeGreaterThan(15_000);
    expect(JSON.stringify(result.value).length).toBeLessThanOrEqual(settings.maxBytes);
  });

  test("finds calls by text, trace, time and whether they have a problem", async () => {
    const { send, call } = open;
    const between = Date.now() + 1;
    await expect.poll(() => Date.now() > between).toBe(true);
    await call("kept.nothing_100%", {});
    const find = async (query: Record<string, string>): Promise<string[]> => {
      const { calls } = await send("GET", `/calls?${new URLSearchParams(query)}`);
      return calls.map(({ path, outcome }: Body) => `${path} ${outcome}`);
    };
    expect(await find({ q: "KEPT.NOTHING" })).toEqual(["kept.nothing_100% not_found"]);
    expect(await find({ q: "100%" })).toHaveLength(1);
    expect(await find({ q: "nothing%1" })).toEqual([]);
    expect(await find({ q: "kept_nothing" })).toEqual([]);
    expect(await find({ q: "bad PASSWORD" })).toEqual(["kept.read failed"]);
    expect(await find({ q: "command", limit: "1" })).toHaveLength(1);
    expect(await find({ outcome: "problem" })).toEqual(["kept.nothing_100% not_found", "kept.read failed"]);
    expect(await find({ trace: traceId })).toEqual(["kept.change ok", "kept.read ok"]);
    expect(await find({ from: String(between) })).toEqual(["kept.nothing_100% not_found"]);
    expect(await find({ to: String(between), outcome: "problem" })).toEqual(["kept.read failed"]);
    expect(await find({ from: String(Date.now() + 1_000) })).toEqual([]);
  });

  test("exports what a filter finds, as a stream that a client may leave", async () => {
    const { fetch, command } = open;
    const get = (query: string) => fetch("GET", `/calls/export?${query}`, command);
    const ndjson = await get("format=ndjson&outcome=problem");
    expect(ndjson.headers.get("content-disposition")).toBe('attachment; filename="calls.ndjson"');
    const lines = (await ndjson.text()).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).path)).toEqual(["kept.nothing_100%", "kept.read"]);
    const csv = await (await get("format=csv")).text();
    expect(csv.split("\r\n")[0]).toMatch(/^id,at,userId,/);
    expect(csv.trim().split("\r\n").length).toBeGreaterThan(5);
    // A client that leaves makes room for the next.
    for (let round = 0; round < 4; round += 1) await (await get("format=csv")).body?.cancel();
    await expect.poll(async () => (await get("format=csv")).status).toBe(200);
  });

  test("shows people their own calls, and admins the results of others while the team keeps them", async () => {
    const { join, send, call, latest, read } = open;
    const [ann, bob] = [await join("ann", "member"), await join("bob", "admin")];
    await call("kept.read", { text: "of ann" }, ann);
    await call("kept.read", { text: "of the owner" });
    const { calls } = await send("GET", "/calls?limit=1", undefined, ann);
    expect(calls).toMatchObject([{ arguments: '{"text":"of ann"}' }]);
    const [annsCall] = calls;
    const ownersCall = await latest();
    expect((await read(annsCall.id, ann)).result.value.content[0].text).toContain("of ann");
    expect(await read(ownersCall.id, ann)).toEqual({ error: "Not found" });
    expect(await send("GET", `/calls/traces/${traceId}?of=all`, undefined, ann)).toMatchObject({ calls: [] });
    expect((await read(ownersCall.id, bob)).result.problem).toBeNull();
    expect((await read(ownersCall.id, bob)).canReplay).toBe(false);
    const refused = await send("PUT", "/settings/results", { ...settings, keep: false }, ann);
    expect(refused).toHaveProperty("error");

    await send("PUT", "/settings/results", { ...settings, keep: false }, bob);
    expect((await read(ownersCall.id, bob)).result).toEqual({ value: null, problem: "private" });
    expect((await read(ownersCall.id)).result).toEqual({ value: null, problem: "expired" });
    await expect.poll(() => rawResults(place)).toEqual([]);
    await call("kept.read", { text: "not kept" });
    expect((await read((await latest()).id)).result.problem).toBe("not kept");
    // Turned on again, it shows nothing from before.
    await send("PUT", "/settings/results", settings, bob);
    expect((await read(ownersCall.id)).result.problem).toBe("expired");
  });

  test("deletes results that are old or too many, the oldest first, and with their calls", async () => {
    const { home, url } = await createPlace();
    const store: Store = await openStore(home, url, () => {});
    const results = new KeptResults({
      store,
      vault: await openVault(store, "a secret"),
      settings: createResultSettings(store, async () => true),
      log: createLog(() => {}),
    });
    const record = createCallRecord(store, undefined, results);
    const result: KeptResult = {
      text: JSON.stringify({ content: [], a: "x".repeat(900) }),
      bytes: 924,
      isCut: false,
    };
    const day = 24 * 60 * 60 * 1000;
    const entry = { userId: "ann", via: "a", client: "c", path: "a.b", outcome: "ok", durationMs: 1 };
    const add = (at: number, id?: number) => {
      const whole = { ...entry, at, resultBytes: 2, arguments: "{}", connection: null, result };
      return id === undefined ? record.append(whole) : record.complete(id, whole);
    };
    await results.configure({ ...settings, totalBytes: 1024 * 1024 });
    await store.db
      .updateTable("setting")
      .set({ value: JSON.stringify({ ...settings, totalBytes: 10_000 }) })
      .execute();
    await store.events.publish("settings");
    await add(Date.now() - 40 * day);
    await add(Date.now() - 8 * day);
    const started = await record.start({
      ...entry,
      at: Date.now(),
      resultBytes: 0,
      arguments: "{}",
      connection: null,
    });
    for (let count = 0; count < 12; count += 1) await add(Date.now());
    await add(Date.now(), started);
    await results.read(1);
    await results.prune();
    const kept = async () =>
      (await store.db.selectFrom("call_result").select("call_id").orderBy("call_id").execute()).map(
        ({ call_id }) => call_id,
      );
    // 15 results of 1,024 bytes each are more than fit; the newest 9 take less than 95 % of what is allowed.
    const ids = await kept();
    expect(ids).toHaveLength(9);
    expect(ids.at(-1)).toBe(15);
    expect((await record.list({}, { limit: 100 })).calls.map(({ hasResult }) => hasResult)).toEqual([
      ...Array(9).fill(true),
      ...Array(6).fill(false),
    ]);
    await store.db.deleteFrom("call_record").where("id", ">", 13).execute();
    expect(await kept()).toEqual(ids.filter((id) => id <= 13));

    // Among many calls, those of a time are found without reading the others, also where calls are missing.
    const began = Date.now() + day;
    const { durationMs: duration_ms, userId: user_id, ...rest } = { ...entry, userId: "bob" };
    const more = { ...rest, user_id, duration_ms, result_bytes: 0, arguments: "{}" };
    for (const part of [0, 1_500]) {
      const rows = Array.from({ length: 1_500 }, (_, index) => ({
        ...more,
        at: began + (part + index) * 60_000,
      }));
      await store.db
        .insertInto("call_record")
        .values(rows as never)
        .execute();
    }
    await store.db.deleteFrom("call_record").where("id", ">", 1_000).where("id", "<", 1_700).execute();
    const from = began + 2_000 * 60_000;
    const found = await record.list({ from, to: from + 500 * 60_000, userId: "bob" }, { limit: 1_000 });
    expect(found.calls.map(({ at }) => (at - from) / 60_000)).toEqual([...Array(500).keys()].reverse());
    expect(found.next).toBeNull();
    expect(
      (await record.list({ to: began + 10 * 60_000, from: began }, { limit: 1_000 })).calls,
    ).toHaveLength(10);
    await results.close();
    await store.close();
  });
}

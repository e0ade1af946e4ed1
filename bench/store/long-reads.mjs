// How long lists, searches, pruning and a backup of a large home hold the gateway's main thread, in which nobody else is
// answered. Needs Linux, a build and 4 GB of disk.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { whenRunning } from "../../scripts/when-running.mjs";
import { fillHome, makeOld, sizes } from "./large-home.mjs";

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const command = process.env.BENCH_COMMAND ?? fileOf("../../packages/toolshed/bin/toolshed.js");
const probe = fileOf("held-thread.mjs");
const mostMs = 10;
const rounds = 5;
const oldCalls = 100_000;
const folder = mkdtempSync(join(tmpdir(), "toolshed-long-reads-"));
let child;
process.on("exit", () => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

// A home that is given is filled once, and kept for the next run.
const home = process.env.BENCH_HOME ?? join(folder, "large");
const empty = join(folder, "empty");
if (!existsSync(home)) {
  mkdirSync(home);
  await (await start(home)).stop();
  fillHome(home);
}
mkdirSync(empty);
print(
  Object.entries(sizes)
    .map(([name, count]) => `${count.toLocaleString("en")} ${name}`)
    .join(", "),
);
print(
  `${"".padEnd(44)}${"took ms".padStart(10)}${"held ms".padStart(10)}${"worst".padStart(8)}${"CPU ms".padStart(8)}${"worst".padStart(8)}${"requests".padStart(10)}`,
);
let failures = 0;

const beforeGateway = await start(empty);
report("start on an empty home", [{ tookMs: beforeGateway.tookMs, held: 0, ran: 0, requests: 1 }]);
const perCall = { empty: await timeCalls(beforeGateway) };
await beforeGateway.stop();

const gateway = await start(home);
report("start on the large home", [{ tookMs: gateway.tookMs, held: 0, ran: 0, requests: 1 }]);
const { get } = gateway;
for (let count = 0; count < 50; count += 1) await call(gateway);

await route("/status");
await route("/calls");
await route("/calls?limit=1000");
await route("/calls?of=all&limit=1000");
await route("/calls?of=all&path=nothing-like-this", "before");
await route("/calls?of=all&path=rare", "before");
await route("/calls?path=nothing-like-this", "before");
await route("/calls?of=all&outcome=failed");
await route("/calls?of=all&outcome=cancelled");
await route("/calls?of=all&outcome=ok&limit=1000");
await route("/calls?of=all&via=via-3&limit=1000");
await route("/calls?of=all&via=rare", "before");
await route("/calls?of=all&via=rare&outcome=failed", "before");
await measure("10 × /calls/stream?after=1", () => streams("/calls/stream?of=all&after=1", 10));
await measure("10 × /approvals/stream", () => streams("/approvals/stream", 10));
await route("/endpoints");
await route("/endpoints", "cursor");
await route("/members");
await route("/members", "cursor");
await route("/invitations");
await route("/roles");
await route("/approvals");
await route("/approvals/rules");
await route("/connections");
await route("/sources");
await route("/tools?unconnected=true");
await measure("remove a role in use", () => get("/roles/role-1", "DELETE", [422]));
await measure("remove a member", () => removeLast("members"));
await measure("revoke an endpoint", () => removeLast("endpoints"));
perCall.large = await timeCalls(gateway);
await measure("calls while a backup is written", () => besideBackup(gateway), 1);
await gateway.stop();

makeOld(home, { calls: oldCalls, days: 40 });
const pruning = await start(home);
// The first calls load what the later ones need.
for (let count = 0; count < 50; count += 1) await call(pruning);
await measure(
  `calls while ${oldCalls.toLocaleString("en")} calls are pruned`,
  () => besidePruning(pruning),
  1,
  pruning,
);
await pruning.stop();
print(
  `a call takes ${perCall.empty.toFixed(2)} ms on the empty home, ${perCall.large.toFixed(2)} ms on the large one`,
);
print(failures === 0 ? `never held for ${mostMs} ms` : `${failures} rows held for more than ${mostMs} ms`);

function print(line) {
  process.stdout.write(`${line}\n`);
}

async function start(home) {
  const began = performance.now();
  const env = { ...process.env, TOOLSHED_HOME: home, PORT: "0" };
  const started = spawn(process.execPath, ["--import", probe, command, "start"], {
    env,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  child = started;
  await whenRunning(started, home);
  const tookMs = performance.now() - began;
  const { url, secret } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };

  return {
    home,
    tookMs,
    /** For how long the main thread was held at most since this was last asked. */
    async held() {
      started.send("held");
      return (await once(started, "message"))[0];
    },
    request: (path, options) => fetch(`${url}/api/v1${path}`, { headers, ...options }),
    async get(path, method = "GET", statuses = [200]) {
      const answer = await fetch(`${url}/api/v1${path}`, { method, headers });
      const text = await answer.text();
      if (!statuses.includes(answer.status)) throw new Error(`${path}: ${text.slice(0, 200)}`);
      return text;
    },
    async stop() {
      started.kill("SIGTERM");
      await once(started, "exit");
    },
  };
}

/** With a name, reads pages until there is no `next`. */
async function route(path, parameter) {
  const name = parameter ? `${path}, all pages` : path;
  await measure(name, async () => {
    let requests = 0;
    let next = null;
    do {
      const more = next === null ? "" : `${path.includes("?") ? "&" : "?"}${parameter}=${next}`;
      next = JSON.parse(await get(path + more)).next ?? null;
      requests += 1;
    } while (parameter && next !== null);
    return requests;
  });
}

async function measure(name, action, times = rounds, of = gateway) {
  const results = [];
  for (let round = 0; round < times; round += 1) {
    await sleep(20);
    await of.held();
    const began = performance.now();
    const requests = Number((await action()) ?? 1) || 1;
    const tookMs = performance.now() - began;
    await sleep(5);
    results.push({ tookMs, requests, ...(await of.held()) });
  }
  report(name, results);
}

function report(name, results) {
  const median = (of) => results.map(of).sort((a, b) => a - b)[results.length >> 1];
  const worst = (of) =>
    Math.max(...results.map(of))
      .toFixed(1)
      .padStart(8);
  const held = median((result) => result.held);
  if (held > mostMs) failures += 1;
  print(
    [
      name.padEnd(44),
      median(({ tookMs }) => tookMs)
        .toFixed(1)
        .padStart(10),
      held.toFixed(1).padStart(10),
      worst(({ held }) => held),
      median(({ ran }) => ran)
        .toFixed(1)
        .padStart(8),
      worst(({ ran }) => ran),
      String(results[0].requests).padStart(10),
      held > mostMs ? "  too long" : "",
    ].join(""),
  );
}

async function removeLast(kind) {
  const { id } = JSON.parse(await get(`/${kind}`))[kind].findLast(({ role }) => role !== "owner");
  await gateway.held();
  await get(`/${kind}/${id}`, "DELETE");
}

/** Reads streams for a moment. */
async function streams(path, count) {
  const leaving = AbortSignal.timeout(500);
  const reading = Array.from({ length: count }, async (_, index) => {
    await sleep(index * 10);
    const { body } = await gateway.request(path, { signal: leaving });
    for await (const _ of body);
  });
  await Promise.allSettled(reading);
  return count;
}

async function call({ request }) {
  const body = JSON.stringify({ arguments: {} });
  const answer = await request("/tools/samples.notes.list/call", { method: "POST", body });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
}

/** The median in milliseconds. */
async function timeCalls(gateway) {
  const times = [];
  for (let count = 0; count < 2_000; count += 1) {
    const began = performance.now();
    await call(gateway);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

async function besideBackup(gateway) {
  const env = { ...process.env, TOOLSHED_HOME: gateway.home };
  const args = [command, "backup", join(folder, "copy.backup")];
  const writing = promisify(execFile)(process.execPath, args, { env });
  const calls = await callUntil(gateway, writing);
  rmSync(join(folder, "copy.backup"));
  return calls;
}

async function besidePruning(gateway) {
  const oldest = Date.now() - 30 * 24 * 60 * 60 * 1000;
  const { default: SqliteDatabase } = await import("libsql");
  const database = new SqliteDatabase(join(gateway.home, "toolshed.db"), { readonly: true });
  const first = database.prepare("select at from call_record order by id limit 1");
  const pruned = (async () => {
    while (first.get().at < oldest) await sleep(20);
    database.close();
  })();
  return callUntil(gateway, pruned);
}

async function callUntil(gateway, ended) {
  let isOver = false;
  const end = ended.finally(() => {
    isOver = true;
  });
  let calls = 0;
  for (; !isOver; calls += 1) await call(gateway);
  await end;
  return calls;
}

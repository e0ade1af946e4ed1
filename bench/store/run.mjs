// call_tool on SQLite, and on PostgreSQL through one gateway and through two, in one run. Each call is recorded before it is answered.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { findTools } from "../../scripts/find-tools.mjs";
import { callRequest } from "../gateway/call-request.mjs";
import { load } from "../gateway/load.mjs";
import { startPostgres } from "./postgres.mjs";

const durationMs = Number(process.env.BENCH_MS ?? 3_000);
const toolCount = 10;
findTools();
if (!process.env.POSTGRES_BIN) throw new Error("PostgreSQL was not found: set POSTGRES_BIN to its programs");

const postgres = await startPostgres(process.env.POSTGRES_BIN);
const one = await postgres.createDatabase("one");
const two = await postgres.createDatabase("two");
const stores = [
  { name: "SQLite", databases: [undefined] },
  { name: "PostgreSQL", databases: [one] },
  { name: "PostgreSQL, 2 gateways", databases: [two, two] },
];
const children = [];

try {
  for (const store of stores) store.urls = await Promise.all(store.databases.map(startGateway));
  for (const inFlight of [1, 16, 64]) await compare(inFlight);
} finally {
  for (const child of children) {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }
  await postgres.stop();
}

async function startGateway(databaseUrl) {
  const file = fileURLToPath(new URL("../gateway/gateway.mjs", import.meta.url));
  const { DATABASE_URL: _, ...environment } = process.env;
  const env = { ...environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const child = fork(file, [String(toolCount)], { env });
  children.push(child);
  const [{ url }] = await once(child, "message");
  return url;
}

async function compare(inFlight) {
  process.stdout.write(`\n${inFlight} in flight\n`);
  process.stdout.write(
    `${"".padEnd(24)}${"p50 ms".padStart(10)}${"p99 ms".padStart(10)}${"calls/s".padStart(10)}${"÷ SQLite".padStart(12)}\n`,
  );
  let first;
  for (const { name, urls } of stores) {
    const { p50, p99, perSecond } = await loadAll(urls, inFlight);
    first ??= perSecond;
    const row = [
      p50.toFixed(2).padStart(10),
      p99.toFixed(2).padStart(10),
      perSecond.toFixed(0).padStart(10),
      `${(perSecond / first).toFixed(2)}×`.padStart(12),
    ];
    process.stdout.write(`${name.padEnd(24)}${row.join("")}\n`);
  }
}

/** Shares the requests in flight among the gateways. With one in flight each has one. */
async function loadAll(urls, inFlight) {
  const each = Math.ceil(inFlight / urls.length);
  const all = await Promise.all(urls.map((url) => load({ url, ...callRequest, inFlight: each, durationMs })));
  return {
    p50: all.reduce((sum, { p50 }) => sum + p50, 0) / all.length,
    p99: Math.max(...all.map(({ p99 }) => p99)),
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
  };
}

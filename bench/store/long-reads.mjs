// How long reads of a large record hold up everything else: the event loop's delay while each of them runs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "libsql";
import { createMembers } from "../../packages/toolshed/dist/account/members.js";
import { createEndpoints } from "../../packages/toolshed/dist/endpoint/endpoints.js";
import { createCallRecord } from "../../packages/toolshed/dist/record/call-record.js";
import { openStore } from "../../packages/toolshed/dist/store/open-store.js";

const calls = Number(process.env.BENCH_CALLS ?? 2_000_000);
const members = 1_000;
const endpoints = 10_000;
const home = mkdtempSync(join(tmpdir(), "toolshed-long-reads-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

await (await openStore(home)).close();
fill(join(home, "toolshed.db"));
const store = await openStore(home);
const record = createCallRecord(store);
const page = { limit: 100 };

process.stdout.write(
  `${calls.toLocaleString("en")} calls, ${endpoints.toLocaleString("en")} endpoints, ${members.toLocaleString("en")} members\n`,
);
process.stdout.write(
  `${"".padEnd(34)}${"took ms".padStart(10)}${"delay ms".padStart(10)}${"pages".padStart(7)}\n`,
);
await measure("latest calls", () => record.list({}, page));
await measure("1,000 latest calls", () => record.list({}, { limit: 1_000 }));
await measure("path that is nowhere", () => searchAll({ path: "nothing-like-this" }));
await measure("path that is rare", () => searchAll({ path: "rare" }));
await measure("outcome failed", () => record.list({ outcome: "failed" }, page));
await measure("outcome that is nowhere", () => record.list({ outcome: "cancelled" }, page));
await measure("endpoint that is rare", () => searchAll({ via: "rare" }));
await measure("person with a rare path", () => searchAll({ userId: "user-7", path: "nothing-like-this" }));
await measure("endpoint and outcome", () => searchAll({ via: "via-3", outcome: "failed" }));
await measure("members", () => createMembers(store).list());
await measure("endpoints of a person", () => createEndpoints(store).list("user-7"));
await measure("10,000 endpoints of the team", () => createEndpoints(store).list("team"));
await measure("prune 10,000 calls", () => record.prune(1));
await store.close();

/** All pages of a search that may end early. */
async function searchAll(filter) {
  let pages = 0;
  for (let before; before !== null; pages += 1)
    before = (await record.list(filter, { ...page, before })).next;
  return { pages };
}

async function measure(name, read) {
  await read();
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  }, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  longest = 0;
  const began = performance.now();
  const { pages = 1 } = (await read()) ?? {};
  const took = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 20));
  clearInterval(timer);
  process.stdout.write(
    `${name.padEnd(34)}${took.toFixed(1).padStart(10)}${longest.toFixed(1).padStart(10)}${String(pages).padStart(7)}\n`,
  );
}

function fill(file) {
  const database = new SqliteDatabase(file);
  const now = Date.now();
  database.exec("BEGIN");
  database.exec(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${calls - 1})
    insert into call_record (at, user_id, via, client, path, outcome, duration_ms, result_bytes, arguments, connection)
    select ${now} - (case when i < 20000 then 172800000 else 0 end), 'user-' || (i % ${members}),
      case when i = 1000000 then 'rare' else 'via-' || (i % 50) end, 'bench',
      case when i = 1000000 then 'bench.rare' else 'bench.group_' || (i % 100) || '.tool_' || (i % 1000) end,
      case when i % 1000 = 0 then 'failed' else 'ok' end, 12, 345, '{"text":"' || hex(randomblob(40)) || '"}', null from n`);
  database.exec(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${members - 1})
    insert into user (id, name, email, role, "emailVerified", "createdAt", "updatedAt")
    select 'user-' || i, 'User ' || i, 'user-' || i || '@example.com', 'member', 1,
      '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from n`);
  database.exec(`insert or ignore into user (id, name, email, role, "emailVerified", "createdAt", "updatedAt")
    values ('team', 'Team', 'team@example.com', 'member', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`);
  database.exec(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${2 * endpoints - 1})
    insert into endpoint (id, user_id, name, created_at, created_by)
    select 'endpoint-' || i, case when i < ${endpoints} then 'team' else 'user-' || (i % ${members}) end,
      'Endpoint ' || i, i, 'user-1' from n`);
  database.exec("COMMIT");
  database.close();
}

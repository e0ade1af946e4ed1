// Which lists read whole tables on PostgreSQL: what each takes, and the tables of more than 2,000 rows that it reads
// without an index. Needs a build and POSTGRES_BIN.
import pg from "pg";
import { createInvitations } from "../../packages/toolshed/dist/account/invitations.js";
import { createMembers } from "../../packages/toolshed/dist/account/members.js";
import { createApprovals } from "../../packages/toolshed/dist/approval/approvals.js";
import { createEndpoints } from "../../packages/toolshed/dist/endpoint/endpoints.js";
import { createGrants } from "../../packages/toolshed/dist/endpoint/grants.js";
import { createCallRecord } from "../../packages/toolshed/dist/record/call-record.js";
import { openPostgresStore } from "../../packages/toolshed/dist/store/postgres/postgres-store.js";
import { findTools } from "../../scripts/find-tools.mjs";
import { startPostgres } from "./postgres.mjs";

const calls = Number(process.env.BENCH_CALLS ?? 1_000_000);
const notableRows = 2_000;
findTools();
const postgres = await startPostgres(process.env.POSTGRES_BIN);
const client = new pg.Client({ connectionString: await postgres.createDatabase("plans") });
try {
  await client.connect();
  const url = `postgres://${client.user}@${client.host}:${client.port}/plans`;
  const store = await openPostgresStore(url);
  await fill();
  await explainAll(store);
  await store.close();
} finally {
  await client.end();
  await postgres.stop();
}

async function explainAll(store) {
  const record = createCallRecord(store);
  const endpoints = createEndpoints(store);
  const approvals = createApprovals(store);
  const page = { limit: 100 };
  const middle = { id: "endpoint-5000", createdAt: 5_000 };
  await explain("latest calls", () => record.list({}, page));
  await explain("calls of a person", () => record.list({ userId: "user-7" }, page));
  await explain("outcome failed", () => record.list({ outcome: "failed" }, page));
  await explain("outcome that is nowhere", () => record.list({ outcome: "cancelled" }, page));
  await explain("path that is nowhere, first page", () => record.list({ path: "nothing-like-this" }, page));
  await explain("new calls", () => record.listAfter(calls - 50, [], 200));
  await explain("calls to settle", () => record.settle(1));
  await explain("endpoints", () => endpoints.list("team", { limit: 200 }));
  await explain("endpoints, a later page", () => endpoints.list("team", { limit: 200, after: middle }));
  await explain("members", () => createMembers(store).list());
  await explain("invitations", () => createInvitations(store).list());
  await explain("approvals of a person", () => approvals.waiting(["user-7", "team"]));
  await explain("revoke an endpoint", () => endpoints.revoke("team", "endpoint-7"));
  await explain("remove a member", () => createMembers(store).remove({ id: "user-9", role: "member" }));
  await explain("prune calls", () => record.prune(30));
  await explain("prune grants", () => createGrants(store).prune());
}

/** Runs an action, and then the queries that it made again for their plans. */
async function explain(name, action) {
  const queries = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (config, ...rest) {
    const [values] = rest;
    const text = typeof config === "string" ? config : config.text;
    if (/^(select|update|delete)/i.test(text)) queries.push({ text, values: config.values ?? values });
    return query.call(this, config, ...rest);
  };
  const began = performance.now();
  await action();
  const took = performance.now() - began;
  pg.Client.prototype.query = query;
  const whole = new Map();
  for (const { text, values } of queries.slice(0, 20)) {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values ?? []);
    note(rows[0]["QUERY PLAN"][0].Plan, whole);
  }
  const read = [...whole].map(([table, rows]) => `${table} (${rows.toLocaleString("en")} rows)`).join(", ");
  const count = String(queries.length).padStart(6);
  process.stdout.write(
    `${name.padEnd(34)}${took.toFixed(1).padStart(10)} ms${count} queries  ${read || "by index"}\n`,
  );
}

function note(plan, whole) {
  const rows = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  const table = plan["Relation Name"];
  if (plan["Node Type"] === "Seq Scan" && rows > notableRows)
    whole.set(table, Math.max(rows, whole.get(table) ?? 0));
  for (const child of plan.Plans ?? []) note(child, whole);
}

async function fill() {
  const now = Date.now();
  await client.query(`insert into "user" (id, name, email, role, "emailVerified", "createdAt", "updatedAt")
    select 'user-' || i, 'User ' || i, 'user-' || i || '@example.com', 'member', true, now(), now() from generate_series(0, 999) i`);
  await client.query(`insert into endpoint (id, user_id, name, created_at, created_by, role)
    select 'endpoint-' || i, 'team', 'Endpoint ' || i, i, 'user-1', 'member' from generate_series(0, 9999) i`);
  await client.query(`insert into endpoint_token (hash, endpoint_id, created_at)
    select 'token-' || i, 'endpoint-' || i, 1 from generate_series(0, 9999) i`);
  await client.query(`insert into approval (id, user_id, via, path, arguments, call_hash, state, created_at, endpoint_id)
    select 'approval-' || i, 'user-' || (i % 1000), 'laptop', 'a.b', '{}', 'call-' || i, 'waiting', ${now}, 'endpoint-' || (i % 10000)
    from generate_series(0, 19999) i`);
  await client.query(`insert into plugin_data select 'samples', 'user-' || (i % 1000), 'note-' || i, '{}'
    from generate_series(0, 99999) i`);
  await client.query(`insert into call_record
    (at, user_id, via, client, path, outcome, duration_ms, result_bytes, arguments)
    select ${now} - (case when i < 10000 then 3e9 else 0 end)::bigint, 'user-' || (i % 1000), 'via-' || (i % 50), 'bench',
    'bench.group_' || (i % 100) || '.tool_' || (i % 1000), case when i % 1000 = 0 then 'failed' else 'ok' end, 12, 345, '{}'
    from generate_series(0, ${calls - 1}) i`);
  await client.query("analyze");
}

// Fills the database of a home as years of use by a large team would.
import { join } from "node:path";
import SqliteDatabase from "libsql";

export const sizes = {
  calls: Number(process.env.BENCH_CALLS ?? 5_000_000),
  endpoints: 10_000,
  members: 1_000,
};
const team = 5_000;
const grants = 500;
const perMember = 20;

const numbers = (count) =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
const since = "'2026-01-01T00:00:00.000Z'";

export function fillHome(home) {
  const database = new SqliteDatabase(join(home, "toolshed.db"));
  const owner = database.prepare("select id from user where role = 'owner'").get().id;
  const { calls, endpoints, members } = sizes;
  const now = Date.now();
  const statements = [
    `${numbers(members - 1)} insert into user (id, name, email, role, "emailVerified", "createdAt", "updatedAt")
      select 'user-' || i, 'User ' || i, 'user-' || i || '@example.com', 'role-' || (i % 100), 1, ${since}, ${since} from n`,
    `${numbers(100)} insert into role select 'role-' || i, '["samples.**"]' from n`,
    `${numbers(1_000)} insert into invitation
      select 'invitation-' || i, 'hash-' || i, 'member', null, ${now} + i, ${now} + 600000000 from n`,
    // Half of the endpoints are the team's, the others the owner's; some of these are grants.
    `${numbers(endpoints)} insert into endpoint (id, user_id, name, created_at, created_by, allow, role)
      select 'endpoint-' || i, case when i < ${team} then 'team' else '${owner}' end, 'Endpoint ' || i, ${now} - i, 'user-1',
      '["samples.**"]', case when i < ${team} then 'member' end from n`,
    `${numbers(endpoints - grants)} insert into endpoint_token select 'token-' || i, 'endpoint-' || i, 1, null from n`,
    `${numbers(grants)} insert into "oauthClient" (id, "clientId", name, "redirectUris", "createdAt", "updatedAt")
      select 'client-' || i, 'client-' || i, 'Client', '[]', ${since}, ${since} from n`,
    `${numbers(grants)} insert into endpoint_grant
      select 'endpoint-' || (i + ${endpoints - grants}), '${owner}', 'client-' || i from n`,
    `${numbers(grants * 10)} insert into "oauthRefreshToken" (id, token, "clientId", "userId", "expiresAt", "createdAt", scopes)
      select 'refresh-' || i, 'refresh-' || i, 'client-' || (i % ${grants}), '${owner}', '2036-01-01T00:00:00.000Z', ${since}, '[]' from n`,
    `${numbers(members * perMember)} insert into approval (id, user_id, via, path, arguments, call_hash, state, created_at, endpoint_id)
      select 'approval-' || i, 'user-' || (i % ${members}), 'laptop', 'samples.notes.delete', '{"id":' || i || '}',
      'call-' || i, case when i % 4 = 0 then 'waiting' else 'used' end, ${now}, 'endpoint-' || (i % ${endpoints}) from n`,
    `${numbers(200)} insert into approval (id, user_id, via, path, arguments, call_hash, state, created_at)
      select 'own-' || i, '${owner}', 'command', 'samples.notes.delete', '{"text":"' || hex(zeroblob(1000)) || '"}', 'own-' || i, 'waiting', ${now} from n`,
    `${numbers(members)} insert into approval_rule
      select 'rule-' || i, 'user-' || i, null, null, 'samples.notes.delete', 'allow', i from n`,
    `${numbers(members * 2)} insert into run
      select 'run-' || i, 'user-' || (i % ${members}), 'laptop', 'paused', hex(zeroblob(5000)), ${now}, null from n`,
    `${numbers(members * 2)} insert into run_output
      select 'output-' || i, 'user-' || (i % ${members}), hex(zeroblob(5000)), ${now} from n`,
    `${numbers(members * 3)} insert into connection
      select 'user-' || (i / 3), 'provider-' || (i % 3), 'default', 'key', 1, 'sealed', '1234', null, ${now} from n`,
    `${numbers(members * 100)} insert into plugin_data
      select 'samples', case when i % 100 = 0 then 'team' else 'user-' || (i / 100) end, 'note-' || i, '{"text":"note"}' from n
      where i / 100 < ${members - 1}`,
    // One of 50 calls is the owner's, one of 1,000 has failed.
    `${numbers(calls)} insert into call_record
      (at, user_id, via, client, path, outcome, duration_ms, result_bytes, arguments, connection)
      select ${now} - (${calls} - i) * 100, case when i % 50 = 0 then '${owner}' else 'user-' || (i % ${members}) end,
      case when i = ${calls >> 1} then 'rare' else 'via-' || (i % 50) end, 'bench',
      case when i = ${calls >> 1} then 'bench.rare' else 'bench.group_' || (i % 100) || '.tool_' || (i % 1000) end,
      case when i % 1000 = 0 then 'failed' else 'ok' end, 12, 345, '{"text":"' || hex(randomblob(20)) || '"}', null from n`,
  ];
  database.exec("PRAGMA synchronous = OFF; BEGIN");
  for (const statement of statements) database.exec(statement);
  database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

/** Makes the first calls older than the days that a gateway keeps them, which it then deletes. */
export function makeOld(home, { calls, days }) {
  const database = new SqliteDatabase(join(home, "toolshed.db"));
  const first = database.prepare("select id from call_record order by id limit 1").get().id;
  const ms = days * 24 * 60 * 60 * 1000;
  database.exec(`update call_record set at = at - ${ms} where id < ${first + calls}`);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

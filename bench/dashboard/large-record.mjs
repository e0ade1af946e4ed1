import { join } from "node:path";
import SqliteDatabase from "libsql";

const week = 7 * 24 * 60 * 60 * 1000;

/** Fills the record of a home with the calls of a week, of which one in fifty has failed. The gateway must not run. */
export function fillRecord(home, calls) {
  const database = new SqliteDatabase(join(home, "toolshed.db"));
  const owner = database.prepare("select id from user where role = 'owner'").get().id;
  const now = Date.now();
  database.exec("PRAGMA synchronous = OFF; BEGIN");
  database.exec(`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${calls - 1})
    insert into call_record (at, user_id, via, client, path, outcome, duration_ms, result_bytes, arguments)
    select ${now} - cast((${calls} - i) * ${week / calls} as integer), '${owner}', 'via-' || (i % 5), 'client-' || (i % 7),
    'many.team_' || (i % 100) || '.tool_' || (i % 97), case when i % 50 = 0 then 'failed' else 'ok' end, i % 900, 345,
    '{"id":"' || i || '"}' from n`);
  database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

/** Resolves when the gateway has counted all calls in the background, or if it counts none. */
export async function untilCounted(home, pause) {
  const database = new SqliteDatabase(join(home, "toolshed.db"), { readonly: true });
  const hasTable = database.prepare("select 1 from sqlite_master where name = 'call_stats_state'").get();
  const { latest } = database.prepare("select max(id) as latest from call_record").get();
  for (let round = 0; hasTable && round < 300; round++) {
    if (database.prepare("select through from call_stats_state").get().through >= latest) break;
    await pause(1_000);
  }
  database.close();
}

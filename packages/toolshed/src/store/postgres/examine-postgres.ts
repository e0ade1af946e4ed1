import pg from "pg";

const timeoutMs = 5_000;

/** Asks a PostgreSQL database, in a transaction that can't write. */
export async function examinePostgres(url: string) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("BEGIN READ ONLY");
    const askedAt = Date.now();
    const { rows } = await client.query(
      "SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now, to_regclass('kysely_migration') AS migrations, to_regclass('data_key') AS keys",
    );
    const [{ version, now, migrations, keys }] = rows;
    // The answer was on its way for about half of that time.
    const waitedMs = (Date.now() - askedAt) / 2;
    const done = migrations ? await client.query("SELECT name FROM kysely_migration") : { rows: [] };
    const key = keys ? await client.query("SELECT wrapped FROM data_key") : { rows: [] };
    return {
      engine: `PostgreSQL ${String(version).split(" ")[0]}`,
      clockMs: Number(now) + waitedMs,
      migrations: done.rows.map(({ name }) => String(name)),
      wrappedKey: key.rows[0]?.wrapped as string | undefined,
    };
  } finally {
    await client.end().catch(() => {});
  }
}

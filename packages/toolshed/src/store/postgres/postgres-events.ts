import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import type { Database } from "../database.ts";
import { createListeners } from "../local-events.ts";
import type { Change, Events } from "../store.ts";

const channel = "toolshed";

/** PostgreSQL carries less than 8,000 bytes in one notification. Longer or too many details are left out. */
const maxDetailBytes = 4_000;
const maxDetails = 100;

interface Batch {
  readonly details: Set<string>;
  readonly sent: Promise<void>;
}

/**
 * Each topic has a version that grows in the transaction of the change. NOTIFY announces it soon; `catchUp` reads the
 * versions, and so knows for sure.
 */
export function createPostgresEvents(db: Kysely<Database>) {
  const self = randomUUID();
  const listeners = createListeners();
  const known = new Map<string, number>();
  const waiting = new Map<string, Batch>();
  const lastSent = new Map<string, Promise<void>>();
  let reading: Promise<void> | undefined;

  async function announce(on: Kysely<Database>, topic: string, details: Iterable<string>): Promise<number> {
    const told = [...details].map((detail) => (Buffer.byteLength(detail) > maxDetailBytes ? "" : detail));
    const { rows } = await sql<{ version: number }>`
      with changed as (
        insert into topic_version (topic, version) values (${topic}, 1)
        on conflict (topic) do update set version = topic_version.version + 1
        returning topic, version
      )
      select version, pg_notify(
        ${channel},
        json_build_object('from', ${self}::text, 'topic', topic, 'version', version, 'detail', detail)::text
      )
      from changed, unnest(${told.length > maxDetails ? [""] : told}::text[]) as detail`.execute(on);
    return rows[0]?.version ?? 0;
  }

  /** Only the version that follows the known one is known to be all there is. */
  function note(topic: string, version: number): void {
    if (version === (known.get(topic) ?? 0) + 1) known.set(topic, version);
  }

  function send(topic: string, details: Set<string>): Promise<void> {
    const before = lastSent.get(topic) ?? Promise.resolve();
    const sent = before.then(async () => {
      waiting.delete(topic);
      note(topic, await announce(db, topic, details));
    });
    const settled = sent.catch(() => {});
    lastSent.set(topic, settled);
    return sent;
  }

  async function readVersions(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    reading = undefined;
    const rows = await db.selectFrom("topic_version").select(["topic", "version"]).execute();
    for (const { topic, version } of rows) {
      if (known.get(topic) === version) continue;
      known.set(topic, version);
      listeners.tell(topic, "");
    }
  }

  const events: Events = {
    publish(topic, detail = "") {
      listeners.tell(topic, detail);
      // What is published while the topic's last transaction is under way shares the next one.
      let batch = waiting.get(topic);
      if (!batch) {
        const details = new Set<string>();
        batch = { details, sent: send(topic, details) };
        waiting.set(topic, batch);
      }
      batch.details.add(detail);
      return batch.sent;
    },

    subscribe: listeners.add,

    // All who ask in one turn of the event loop share a query, which begins after each of them has asked.
    catchUp() {
      reading ??= readVersions();
      return reading;
    },
  };

  const change: Change = async (topic, action) => {
    const { result, version } = await db.transaction().execute(async (transaction) => ({
      result: await action(transaction),
      version: await announce(transaction, topic, [""]),
    }));
    note(topic, version);
    listeners.tell(topic, "");
    return result;
  };

  /** Listens on the connection. What was missed before is not known, so everybody is told that anything may have changed. */
  async function listen(client: pg.Client): Promise<void> {
    client.on("notification", ({ payload = "" }) => {
      const { from, topic, version, detail } = JSON.parse(payload);
      if (from === self) return;
      note(topic, version);
      listeners.tell(topic, detail);
    });
    await client.query(`listen ${channel}`);
    listeners.tellAll();
  }

  return { events, change, listen };
}

import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Store } from "./store.ts";

const pingMs = 2_000;
const probeEveryMs = 1_000;
const probeBytes = 64 * 1024;

/** Why the store cannot serve now, if so. A failed write reveals a full disk; the next successful one clears it. */
export function createStoreProblem(store: Store): () => Promise<string | undefined> {
  let probedAt = Number.NEGATIVE_INFINITY;

  /** Strangers may ask too, and each probe is a write. */
  async function hasRoom(): Promise<boolean> {
    const { fullDisk } = store;
    if (!fullDisk.isNoted) return true;
    if (performance.now() - probedAt < probeEveryMs) return false;
    probedAt = performance.now();
    await writeProbe(store);
    fullDisk.isNoted = false;
    return true;
  }

  return async () => {
    if (!(await within(sql`select 1`.execute(store.db)))) return "no database";
    const room = await within(hasRoom());
    return room ? undefined : "disk full";
  };
}

/** Writes a row that nothing reads, large enough to need room of its own, and deletes it. */
function writeProbe({ db }: Store): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const probe = `probe-${randomUUID()}`;
    await transaction
      .insertInto("authorization_flow")
      .values({ state_hash: probe, sealed: randomBytes(probeBytes).toString("base64"), expires_at: 0 })
      .execute();
    await transaction.deleteFrom("authorization_flow").where("state_hash", "=", probe).execute();
  });
}

/** What resolves in time, or nothing. */
const within = <T>(action: Promise<T>): Promise<T | undefined> =>
  Promise.race([action, sleep(pingMs, undefined, { ref: false })]).catch(() => undefined);

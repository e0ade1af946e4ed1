import type { Vault } from "../credential/vault.ts";
import { readSnapshots, writeSnapshots } from "../source/review/stored-snapshots.ts";
import type { LastEnd, SourceRecord } from "../source/source-kind.ts";
import type { Row } from "../store/database.ts";
import { hasChanged, type Store } from "../store/store.ts";

export type SourceChanges = Partial<
  Pick<SourceRecord, "config" | "secrets" | "found" | "snapshots" | "rejected" | "trust">
>;

/** Tells whether anything of what is stored has changed. One that was removed and added again was made at another time. */
export type SourceStamp = Pick<SourceRecord, "id" | "createdAt" | "revision">;

/** Of what every gateway is told when a source comes, goes or changes. */
export const sourcesTopic = "sources";

/** Sources at rest. */
export function createSourceRecords({ db, change }: Store, vault: Vault) {
  const place = (id: string) => `source/${id}`;

  function toRecord(row: Row<"source">): SourceRecord {
    return {
      id: row.id,
      kind: row.kind,
      config: JSON.parse(row.config),
      secrets: JSON.parse(vault.unseal(row.sealed, place(row.id))),
      trust: row.trust,
      found: row.found === null ? null : JSON.parse(row.found),
      snapshots: readSnapshots(row.pinned),
      rejected: JSON.parse(row.rejected),
      createdBy: row.created_by,
      createdAt: row.created_at,
      revision: row.revision,
      ...(row.last_reason !== null && { lastEnd: { reason: row.last_reason, at: row.last_reason_at ?? 0 } }),
    };
  }

  return {
    /** The oldest first. */
    list: (): Promise<SourceStamp[]> =>
      db
        .selectFrom("source")
        .select(["id", "created_at as createdAt", "revision"])
        .orderBy("created_at")
        .execute(),

    async find(id: string): Promise<SourceRecord | undefined> {
      const row = await db.selectFrom("source").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toRecord(row);
    },

    /** Tells whether it was stored: another gateway may have been first with this id. */
    async insert(record: SourceRecord): Promise<boolean> {
      const { id, found } = record;
      const row = {
        id,
        kind: record.kind as "mcp",
        config: JSON.stringify(record.config),
        sealed: vault.seal(JSON.stringify(record.secrets), place(id)),
        trust: record.trust,
        found: found === null ? null : JSON.stringify(found),
        pinned: await writeSnapshots(record.snapshots),
        created_by: record.createdBy,
        created_at: record.createdAt,
      };
      return change(sourcesTopic, (db) =>
        hasChanged(
          db
            .insertInto("source")
            .values(row)
            .onConflict((conflict) => conflict.doNothing()),
        ),
      );
    },

    /** Gives the new revision, or nothing if there is no such source. */
    async update(id: string, given: SourceChanges): Promise<number | undefined> {
      const { config, secrets, found, snapshots, rejected, trust } = given;
      const changes = {
        ...(config !== undefined && { config: JSON.stringify(config) }),
        ...(secrets !== undefined && { sealed: vault.seal(JSON.stringify(secrets), place(id)) }),
        ...(found !== undefined && { found: found === null ? null : JSON.stringify(found) }),
        ...(snapshots && { pinned: await writeSnapshots(snapshots) }),
        ...(rejected && { rejected: JSON.stringify(rejected) }),
        ...(trust && { trust }),
      };
      const row = await change(sourcesTopic, (db) =>
        db
          .updateTable("source")
          .set((eb) => ({ ...changes, revision: eb("revision", "+", 1) }))
          .where("id", "=", id)
          .returning("revision")
          .executeTakeFirst(),
      );
      return row?.revision;
    },

    /** Changes nothing that the source offers, and so no revision. */
    async keepEnd(id: string, { reason, at }: LastEnd): Promise<void> {
      const last = { last_reason: reason, last_reason_at: at };
      await db.updateTable("source").set(last).where("id", "=", id).execute();
    },

    remove: (id: string): Promise<boolean> =>
      change(sourcesTopic, async (db) => {
        // A later source of the same id may be another server, whose Views must not read what these have kept.
        await db.deleteFrom("view_state").where("source", "=", id).execute();
        return hasChanged(db.deleteFrom("source").where("id", "=", id));
      }),
  };
}

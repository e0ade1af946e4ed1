import type { Vault } from "../credential/vault.ts";
import { readSnapshots, writeSnapshots } from "../source/review/stored-snapshots.ts";
import type { LastEnd, SourceRecord } from "../source/source-kind.ts";
import type { Row } from "../store/database.ts";
import { hasChanged, type Store } from "../store/store.ts";

/** Sources at rest. */
export type SourceRecords = ReturnType<typeof createSourceRecords>;

/** Of what every gateway is told when a source comes, goes or changes. */
export const sourcesTopic = "sources";

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
      createdBy: row.created_by,
      createdAt: row.created_at,
      revision: row.revision,
      ...(row.last_reason !== null && { lastEnd: { reason: row.last_reason, at: row.last_reason_at ?? 0 } }),
    };
  }

  return {
    /** The oldest first. */
    async list(): Promise<Pick<SourceRecord, "id" | "createdAt" | "revision">[]> {
      const rows = await db
        .selectFrom("source")
        .select(["id", "created_at", "revision"])
        .orderBy("created_at")
        .execute();
      return rows.map(({ id, created_at, revision }) => ({ id, createdAt: created_at, revision }));
    },

    async find(id: string): Promise<SourceRecord | undefined> {
      const row = await db.selectFrom("source").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toRecord(row);
    },

    /** Tells whether it was stored: another gateway may have been first with this id. */
    async insert({
      id,
      kind,
      config,
      secrets,
      trust,
      found,
      snapshots,
      createdBy,
      createdAt,
    }: SourceRecord): Promise<boolean> {
      const row = {
        id,
        kind: kind as "mcp",
        config: JSON.stringify(config),
        sealed: vault.seal(JSON.stringify(secrets), place(id)),
        trust,
        found: found === null ? null : JSON.stringify(found),
        pinned: await writeSnapshots(snapshots),
        created_by: createdBy,
        created_at: createdAt,
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
    async update(
      id: string,
      { found, snapshots, trust }: Partial<Pick<SourceRecord, "found" | "snapshots" | "trust">>,
    ): Promise<number | undefined> {
      const changes = {
        ...(found !== undefined && { found: JSON.stringify(found) }),
        ...(snapshots && { pinned: await writeSnapshots(snapshots) }),
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
      await db
        .updateTable("source")
        .set({ last_reason: reason, last_reason_at: at })
        .where("id", "=", id)
        .execute();
    },

    async remove(id: string): Promise<boolean> {
      return change(sourcesTopic, (db) => hasChanged(db.deleteFrom("source").where("id", "=", id)));
    },
  };
}

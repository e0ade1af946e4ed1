import type { Vault } from "../credential/vault.ts";
import type { Store } from "../store/store.ts";
import type { SourceRecord } from "./source-kind.ts";

/** Sources at rest. */
export interface SourceRecords {
  list(): Promise<SourceRecord[]>;
  find(id: string): Promise<SourceRecord | undefined>;
  /** Tells whether it was stored: another gateway may have been first with this id. */
  insert(record: SourceRecord): Promise<boolean>;
  update(id: string, changes: Partial<Pick<SourceRecord, "found" | "pins" | "trust">>): Promise<void>;
  remove(id: string): Promise<boolean>;
}

export function createSourceRecords({ db }: Store, vault: Vault): SourceRecords {
  const place = (id: string) => `source/${id}`;

  function toRecord(row: {
    id: string;
    kind: string;
    config: string;
    sealed: string;
    trust: SourceRecord["trust"];
    found: string | null;
    pinned: string;
    created_by: string;
    created_at: number;
  }): SourceRecord {
    return {
      id: row.id,
      kind: row.kind,
      config: JSON.parse(row.config),
      secrets: JSON.parse(vault.unseal(row.sealed, place(row.id))),
      trust: row.trust,
      found: row.found === null ? null : JSON.parse(row.found),
      pins: JSON.parse(row.pinned),
      createdBy: row.created_by,
      createdAt: row.created_at,
    };
  }

  return {
    async list() {
      const rows = await db.selectFrom("source").selectAll().orderBy("created_at").execute();
      return rows.map(toRecord);
    },

    async find(id) {
      const row = await db.selectFrom("source").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toRecord(row);
    },

    async insert({ id, kind, config, secrets, trust, found, pins, createdBy, createdAt }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("source")
        .values({
          id,
          kind: kind as "mcp",
          config: JSON.stringify(config),
          sealed: vault.seal(JSON.stringify(secrets), place(id)),
          trust,
          found: found === null ? null : JSON.stringify(found),
          pinned: JSON.stringify(pins),
          created_by: createdBy,
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async update(id, { found, pins, trust }) {
      await db
        .updateTable("source")
        .set({
          ...(found !== undefined && { found: JSON.stringify(found) }),
          ...(pins && { pinned: JSON.stringify(pins) }),
          ...(trust && { trust }),
        })
        .where("id", "=", id)
        .execute();
    },

    async remove(id) {
      const result = await db.deleteFrom("source").where("id", "=", id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

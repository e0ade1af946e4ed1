import { team } from "../credential/connections.ts";
import type { Store } from "../store/store.ts";

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly createdAt: number;
}

export interface Removal {
  readonly endpoints: number;
  readonly connections: number;
}

/** The people of the team, its owner included. */
export interface Members {
  list(): Promise<Member[]>;
  find(id: string): Promise<Member | undefined>;
  /** Tells whether the member still was as given. Holds from the next call on. */
  setRole(member: Member, role: string): Promise<boolean>;
  /** Ends the member's sessions and deletes what is theirs: endpoints, connections and data of plugins. */
  remove(member: Member): Promise<Removal | undefined>;
}

const topic = "members";

export function createMembers({ db, reads, change }: Store): Members {
  const select = (from = db) =>
    from
      .selectFrom("user")
      .select(["id", "name", "email", "role", "createdAt"])
      .where("id", "!=", team)
      .orderBy("createdAt");

  return {
    list: async () => (await select(reads).execute()).map(toMember),

    async find(id) {
      const row = await select().where("id", "=", id).executeTakeFirst();
      return row && toMember(row);
    },

    async setRole(member, role) {
      const { numUpdatedRows } = await change(topic, (transaction) =>
        transaction
          .updateTable("user")
          .set({ role })
          .where((row) => row.and({ id: member.id, role: member.role }))
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },

    async remove({ id, role }) {
      return change(topic, async (transaction) => {
        const endpoints = await transaction
          .selectFrom("endpoint")
          .select("id")
          .where("user_id", "=", id)
          .execute();
        // Sessions, endpoints and data go with the row that they refer to.
        const user = await transaction
          .deleteFrom("user")
          .where((row) => row.and({ id, role }))
          .executeTakeFirst();
        if (user.numDeletedRows === 0n) return undefined;
        const connections = await transaction
          .deleteFrom("connection")
          .where("owner_id", "=", id)
          .executeTakeFirst();
        return { endpoints: endpoints.length, connections: Number(connections.numDeletedRows) };
      });
    },
  };
}

const toMember = (row: Omit<Member, "createdAt"> & { createdAt: Date | string }): Member => ({
  ...row,
  createdAt: new Date(row.createdAt).getTime(),
});

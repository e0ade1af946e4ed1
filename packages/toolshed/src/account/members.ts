import { approvalsTopic } from "../approval/approvals.ts";
import { cancelApprovals } from "../approval/cancel-approvals.ts";
import { team } from "../credential/connections.ts";
import type { Row } from "../store/database.ts";
import { hasChanged, type Store } from "../store/store.ts";

export type Member = ReturnType<typeof toMember>;

const topic = "members";

/** The people of the team, its owner included. */
export function createMembers({ db, events, reads, change }: Store) {
  const select = (from = db) =>
    from
      .selectFrom("user")
      .select(["id", "name", "email", "role", "may_add_programs", "createdAt"])
      .where("id", "!=", team)
      .orderBy("createdAt");

  return {
    list: async (): Promise<Member[]> => (await select(reads).execute()).map(toMember),

    async find(id: string): Promise<Member | undefined> {
      const row = await select().where("id", "=", id).executeTakeFirst();
      return row && toMember(row);
    },

    /** Whether there are members besides the owner. */
    async areSeveral(): Promise<boolean> {
      const two = db.selectFrom("user").select("id").where("id", "!=", team).limit(2);
      return (await two.execute()).length > 1;
    },

    /** Tells whether the member still was as given. Takes effect on the next call; approvals that wait are cancelled. */
    async setRole(member: Member, role: string): Promise<boolean> {
      const isSet = await change(topic, async (transaction) => {
        // A new role starts without what the old one was allowed.
        const user = transaction
          .updateTable("user")
          .set({ role, may_add_programs: 0 })
          .where((row) => row.and({ id: member.id, role: member.role }));
        if (!(await hasChanged(user))) return false;
        await transaction.deleteFrom("invitation").where("created_by", "=", member.id).execute();
        await cancelApprovals(transaction, "user_id", [member.id], "The member's role was changed.");
        return true;
      });
      if (isSet) await events.publish(approvalsTopic, member.id);
      return isSet;
    },

    async rename(id: string, name: string): Promise<void> {
      await change(topic, (transaction) =>
        transaction.updateTable("user").set({ name }).where("id", "=", id).execute(),
      );
    },

    /** Tells whether there is such a member. */
    async allowPrograms(id: string, allowed: boolean): Promise<boolean> {
      return change(topic, (transaction) =>
        hasChanged(
          transaction
            .updateTable("user")
            .set({ may_add_programs: allowed ? 1 : 0 })
            .where((row) => row.and({ id, role: "admin" })),
        ),
      );
    },

    /** Ends the member's sessions and deletes what is theirs: endpoints, connections and data of plugins. */
    async remove({ id, role }: Member) {
      return change(topic, async (transaction) => {
        const endpoints = await transaction
          .selectFrom("endpoint")
          .select("id")
          .where("user_id", "=", id)
          .execute();
        // Sessions, endpoints and data go with the row that they refer to.
        const user = transaction.deleteFrom("user").where((row) => row.and({ id, role }));
        if (!(await hasChanged(user))) return undefined;
        await cancelApprovals(transaction, "user_id", [id], "The member was removed.");
        const connections = await transaction
          .deleteFrom("connection")
          .where("owner_id", "=", id)
          .executeTakeFirst();
        return { endpoints: endpoints.length, connections: Number(connections.numDeletedRows) };
      });
    },
  };
}

type MemberRow = Pick<Row<"user">, "id" | "name" | "email" | "role" | "may_add_programs" | "createdAt">;

const toMember = ({ may_add_programs, createdAt, ...member }: MemberRow) => ({
  ...member,
  mayAddPrograms: may_add_programs === 1,
  createdAt: new Date(createdAt).getTime(),
});

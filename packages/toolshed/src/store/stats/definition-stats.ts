import { sql } from "kysely";
import type { Store } from "../store.ts";

export interface SentCount {
  readonly userId: string;
  /** How often the list of tools was sent. */
  readonly lists: number;
  readonly definedChars: number;
  readonly sentChars: number;
}

export type DefinitionStats = ReturnType<typeof createDefinitionStats>;

const dayMs = 24 * 60 * 60 * 1000;
const dayOf = (time: number): number => Math.floor(time / dayMs);

/** How many characters of tool definitions clients could have listed, and how many they were sent, by day and person. */
export function createDefinitionStats({ db, reads }: Store) {
  return {
    async add({ userId, lists, definedChars, sentChars }: SentCount): Promise<void> {
      const day = dayOf(Date.now());
      await db
        .insertInto("definition_stats")
        .values({ day, user_id: userId, lists, defined_chars: definedChars, sent_chars: sentChars })
        .onConflict((conflict) =>
          conflict.columns(["day", "user_id"]).doUpdateSet({
            lists: sql`definition_stats.lists + excluded.lists`,
            defined_chars: sql`definition_stats.defined_chars + excluded.defined_chars`,
            sent_chars: sql`definition_stats.sent_chars + excluded.sent_chars`,
          }),
        )
        .execute();
    },

    /** Of one person, or of everybody. */
    async read(userId: string | undefined) {
      const { lists, defined, sent, day } = await reads
        .selectFrom("definition_stats")
        .select(({ fn }) => [
          fn.sum("lists").as("lists"),
          fn.sum("defined_chars").as("defined"),
          fn.sum("sent_chars").as("sent"),
          fn.min("day").as("day"),
        ])
        .$if(userId !== undefined, (query) => query.where("user_id", "=", userId as string))
        .executeTakeFirstOrThrow();
      return {
        lists: Number(lists ?? 0),
        definedChars: Number(defined ?? 0),
        sentChars: Number(sent ?? 0),
        /** The first day that was counted. Nothing if none was. */
        since: day === null ? null : Number(day) * dayMs,
      };
    },

    /** Forgets the days before a time. */
    async prune(before: number): Promise<void> {
      await db.deleteFrom("definition_stats").where("day", "<", dayOf(before)).execute();
    },
  };
}

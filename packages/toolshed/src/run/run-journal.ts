import type { Store } from "../store/store.ts";
import type { RunCall } from "./run-answer.ts";
import type { Turn } from "./sandbox/sandbox.ts";

/** All that a run needs to be repeated up to where it is, and to go on from there. */
export interface Journal {
  readonly script: string;
  readonly seed: number;
  readonly startedAt: number;
  readonly turns: readonly Turn[];
  readonly calls: readonly (readonly [id: number, call: RunCall])[];
  /** What a person has approved for the rest of the run: paths, each with its connection. */
  readonly allowed: readonly string[];
}

export interface PausedRow {
  readonly userId: string;
  readonly via: string;
  readonly state: "paused" | "running";
  readonly journal: Journal;
}

/** Paused runs, which survive the process that ran them. */
export interface RunJournal {
  pause(id: string, owner: { userId: string; via: string }, journal: Journal): Promise<void>;
  find(id: string): Promise<PausedRow | undefined>;
  /** Makes the caller the only one to continue the run, from the journal as it is at that moment. */
  claim(id: string): Promise<Journal | undefined>;
  /** Gives a claimed run back that could not go on: nothing of it has happened since. */
  release(id: string): Promise<void>;
  /** Adds to what is approved for the rest of the run. */
  allow(id: string, allowance: string): Promise<void>;
  end(id: string): Promise<void>;
  /** Keeps what was too long for an answer, and gives the handle it can be had by. */
  keepOutput(userId: string, body: string): Promise<string>;
  readOutput(userId: string, handle: string): Promise<string | undefined>;
  prune(keepDays: number): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

export function createRunJournal({ db }: Store, createHandle: () => string): RunJournal {
  return {
    async pause(id, { userId, via }, journal) {
      const changing = { state: "paused", journal: JSON.stringify(journal), updated_at: Date.now() } as const;
      await db
        .insertInto("run")
        .values({ id, user_id: userId, via, ...changing })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(changing))
        .execute();
    },

    async find(id) {
      const row = await db
        .selectFrom("run")
        .select(["user_id as userId", "via", "state", "journal"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row && { ...row, journal: JSON.parse(row.journal) };
    },

    async claim(id) {
      const row = await db
        .updateTable("run")
        .set({ state: "running", updated_at: Date.now() })
        .where((row) => row.and({ id, state: "paused" }))
        .returning("journal")
        .executeTakeFirst();
      return row && JSON.parse(row.journal);
    },

    async release(id) {
      await db
        .updateTable("run")
        .set({ state: "paused", updated_at: Date.now() })
        .where("id", "=", id)
        .execute();
    },

    async allow(id, allowance) {
      const found = await this.find(id);
      if (!found) return;
      const journal = { ...found.journal, allowed: [...found.journal.allowed, allowance] };
      await db
        .updateTable("run")
        .set({ journal: JSON.stringify(journal) })
        .where("id", "=", id)
        .execute();
    },

    async end(id) {
      await db.deleteFrom("run").where("id", "=", id).execute();
    },

    async keepOutput(userId, body) {
      const handle = createHandle();
      await db
        .insertInto("run_output")
        .values({ handle, user_id: userId, body, created_at: Date.now() })
        .execute();
      return handle;
    },

    async readOutput(userId, handle) {
      const row = await db
        .selectFrom("run_output")
        .select("body")
        .where((row) => row.and({ handle, user_id: userId }))
        .executeTakeFirst();
      return row?.body;
    },

    async prune(keepDays) {
      const before = Date.now() - keepDays * dayMs;
      await db.deleteFrom("run").where("updated_at", "<", before).execute();
      await db.deleteFrom("run_output").where("created_at", "<", before).execute();
    },
  };
}

import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Approval } from "../../approval/approvals.ts";
import type { Conditions } from "../../store/database.ts";
import { deleteSlowly } from "../../store/delete-slowly.ts";
import { retention } from "../../store/retention.ts";
import type { Store } from "../../store/store.ts";
import { UserError } from "../../user-error.ts";
import type { RunCall } from "../run-answer.ts";
import type { Turn } from "../sandbox/sandbox.ts";

/** All that a run needs to be replayed up to where it is, and to continue from there. */
export interface Journal {
  readonly script: string;
  readonly seed: number;
  readonly startedAt: number;
  readonly turns: readonly Turn[];
  readonly calls: readonly (readonly [id: number, call: RunCall])[];
  /** What a person has approved for the rest of the run: paths, each with its connection. */
  readonly allowed: readonly string[];
}

/** Who runs something, and through which door. */
export interface RunOwner {
  readonly userId: string;
  readonly via: string;
  readonly endpointId?: string | undefined;
}

const doorOf = ({ via, endpointId = via }: RunOwner): string => endpointId;

export type RunJournal = ReturnType<typeof createRunJournal>;

/** SQLite writes on the gateway's own thread: what is long is written in parts, between which others are served. */
const partLength = 128 * 1024;
const partHandle = (handle: string, part: number): string => (part === 0 ? handle : `${handle}:${part}`);

/** All texts are never joined: copying them takes longer than all the rest. */
function* partsOf(texts: Iterable<string>): Iterable<string> {
  let part = "";
  for (const text of texts) {
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = start + partLength - part.length;
      // Half of a surrogate pair cannot be stored.
      if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1;
      part += text.slice(start, end);
      if (part.length < partLength) continue;
      yield part;
      part = "";
    }
  }
  if (part !== "") yield part;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** How many runs are ended at a time. */
const maxEnded = 1_000;
const { run: runs, run_output: outputs } = retention;

/** Paused runs, which survive the process that ran them. */
export function createRunJournal(
  store: Store,
  createHandle: () => string,
  onEnded: (ids: readonly string[]) => Promise<void> = async () => {},
) {
  const { db, reads } = store;
  /** The oldest outputs make way for a new one. */
  async function dropOldest(userId: string): Promise<void> {
    const beyond = await db
      .selectFrom("run_output")
      .select("created_at")
      .where("user_id", "=", userId)
      .orderBy("created_at", "desc")
      .offset(outputs.perOwner.rows)
      .limit(1)
      .executeTakeFirst();
    if (!beyond) return;
    await db
      .deleteFrom("run_output")
      .where("user_id", "=", userId)
      .where("created_at", "<=", beyond.created_at)
      .execute();
  }

  async function endPaused(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const ended = await db
      .deleteFrom("run")
      .where("id", "in", [...ids])
      .where("state", "=", "paused")
      .returning("id")
      .execute();
    await onEnded(ended.map(({ id }) => id));
  }

  /** The oldest runs that no approval holds make way for a new one. Rejects if there are too many others. */
  async function makeRoom(id: string, userId: string, length: number): Promise<void> {
    const hourAgo = Date.now() - hourMs;
    const others = await db
      .selectFrom("run")
      .select(
        (row) =>
          ["id", "length", "state", "updated_at as updatedAt", isHeld(row, hourAgo).as("held")] as const,
      )
      .where("user_id", "=", userId)
      .where("id", "!=", id)
      .orderBy("updated_at")
      .execute();
    // Those that run are gone if nothing was heard of them for so long: a gateway was killed.
    const kept = others.filter(({ state, updatedAt }) => state === "paused" || Number(updatedAt) > hourAgo);
    const idle = kept.filter(({ state, held }) => state === "paused" && !held);
    let count = kept.length;
    let total = length + kept.reduce((sum, other) => sum + Number(other.length), 0);
    while (count >= runs.perOwner.rows || total > runs.perOwner.length) {
      const oldest = idle.shift();
      if (!oldest)
        throw new UserError(
          "Too many runs of this person wait for approval. Ask the user to decide about some of them first.",
        );
      await endPaused([oldest.id]);
      count -= 1;
      total -= Number(oldest.length);
    }
    const { all } = await db
      .selectFrom("run")
      .select((row) => row.fn.sum<number | string | null>("length").as("all"))
      .where("id", "!=", id)
      .executeTakeFirstOrThrow();
    if (Number(all ?? 0) + length > runs.total.length)
      throw new UserError("Too many runs wait for approval on this gateway. Try again later.");
  }

  async function read(id: string): Promise<Journal | undefined> {
    const row = await db.selectFrom("run").select("journal").where("id", "=", id).executeTakeFirst();
    return row && JSON.parse(row.journal);
  }

  return {
    read,

    /** Rejects with a `UserError` if the person has too many paused runs. */
    async pause(id: string, { userId, via, endpointId }: RunOwner, journal: Journal): Promise<void> {
      const text = JSON.stringify(journal);
      await makeRoom(id, userId, text.length);
      const changing = {
        state: "paused",
        journal: text,
        length: text.length,
        updated_at: Date.now(),
      } as const;
      await db
        .insertInto("run")
        .values({ id, user_id: userId, via, endpoint_id: endpointId ?? null, ...changing })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(changing))
        .execute();
    },

    /** Whose it is and whether it waits: without the journal, which may be long. */
    find(id: string) {
      return db
        .selectFrom("run")
        .select(["user_id as userId", "via", "endpoint_id as endpointId", "state"])
        .where("id", "=", id)
        .executeTakeFirst();
    },

    /** Makes the caller the only one to continue the run, from the journal as it is at that moment. */
    async claim(id: string): Promise<Journal | undefined> {
      const row = await db
        .updateTable("run")
        .set({ state: "running", updated_at: Date.now() })
        .where((row) => row.and({ id, state: "paused" }))
        .returning("journal")
        .executeTakeFirst();
      return row && JSON.parse(row.journal);
    },

    /** Releases a claimed run that could not continue: nothing of it has happened since. */
    async release(id: string): Promise<void> {
      await db
        .updateTable("run")
        .set({ state: "paused", updated_at: Date.now() })
        .where("id", "=", id)
        .execute();
    },

    /** Adds to what is approved for the rest of the run. */
    async allow(id: string, allowance: string): Promise<void> {
      const found = await read(id);
      if (!found) return;
      const journal = JSON.stringify({ ...found, allowed: [...found.allowed, allowance] });
      await db.updateTable("run").set({ journal, length: journal.length }).where("id", "=", id).execute();
    },

    async end(id: string): Promise<void> {
      await db.deleteFrom("run").where("id", "=", id).execute();
    },

    /** Keeps what was too long for an answer, as texts that follow each other, and gives the handle it can be had by. */
    async keepOutput(owner: RunOwner, texts: Iterable<string>): Promise<string> {
      const { userId } = owner;
      await dropOldest(userId);
      const handle = createHandle();
      const created_at = Date.now();
      let part = 0;
      for (const body of partsOf(texts)) {
        const row = {
          handle: partHandle(handle, part++),
          user_id: userId,
          door: doorOf(owner),
          body,
          created_at,
        };
        await db.insertInto("run_output").values(row).execute();
        await letOthersRun();
      }
      return handle;
    },

    /** What the same person has kept through the same door: another endpoint may show less. */
    async readOutput(owner: RunOwner, handle: string): Promise<string | undefined> {
      // The handle of a part gives no JSON.
      if (handle.includes(":")) return undefined;
      const parts: string[] = [];
      for (;;) {
        const row = await db
          .selectFrom("run_output")
          .select("body")
          .where((row) => row.and({ handle: partHandle(handle, parts.length), user_id: owner.userId }))
          .where((row) => row.or([row("door", "is", null), row("door", "=", doorOf(owner))]))
          .executeTakeFirst();
        if (!row) return parts.length > 0 ? parts.join("") : undefined;
        parts.push(row.body);
        await letOthersRun();
      }
    },

    /** Ends the paused runs that have had all their answers for an hour, and forgets those of killed gateways. */
    async endIdle(): Promise<void> {
      const before = Date.now() - hourMs;
      const idle = await db
        .selectFrom("run")
        .select("id")
        .where("state", "=", "paused")
        .where("updated_at", "<", before)
        .where((row) => row.not(isHeld(row, before)))
        .where((row) =>
          row.not(
            row.exists(approvalsOf(row).where("decided_at", ">=", before).where("state", "!=", "used")),
          ),
        )
        .limit(maxEnded)
        .execute();
      await endPaused(idle.map(({ id }) => id));
      await db.deleteFrom("run").where("state", "=", "running").where("updated_at", "<", before).execute();
    },

    /** Forgets what is older, a little at a time. */
    async prune(keepDays: number, signal?: AbortSignal): Promise<void> {
      const before = Date.now() - keepDays * dayMs;
      await deleteSlowly(store, {
        find: (limit) =>
          reads.selectFrom("run").select("id as key").where("updated_at", "<", before).limit(limit).execute(),
        remove: (ids) =>
          db.deleteFrom("run").where("id", "in", ids).where("updated_at", "<", before).execute(),
        signal,
      });
      await deleteSlowly(store, {
        find: (limit) =>
          reads
            .selectFrom("run_output")
            .select("handle as key")
            .where("created_at", "<", before)
            .limit(limit)
            .execute(),
        remove: (handles) => db.deleteFrom("run_output").where("handle", "in", handles).execute(),
        signal,
      });
    },
  };
}

const approvalsOf = (row: Conditions<"run">) =>
  row.selectFrom("approval").select("approval.id").whereRef("run_id", "=", "run.id");

/** Whether a person has to decide, or has just approved what nobody has used yet. */
const isHeld = (row: Conditions<"run">, since: number) =>
  row.exists(
    approvalsOf(row).where((approval) =>
      approval.or([
        approval("state", "=", "waiting"),
        approval.and([approval("state", "=", "approved"), approval("decided_at", ">=", since)]),
      ]),
    ),
  );

/** What is approved for the rest of a run, as one word: a path has no space in it. */
export const allowanceOf = ({ path, connection }: Pick<Approval, "path" | "connection">): string =>
  connection === null ? path : `${path} ${connection}`;

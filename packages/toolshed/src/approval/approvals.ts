import { createHash, randomUUID } from "node:crypto";
import type { Caller } from "../policy/caller.ts";
import type { Store } from "../store/store.ts";
import { canonicalJson } from "./canonical-json.ts";

/** One call that somebody wants to make. An approval is good for exactly this, once. */
export interface ApprovalQuestion {
  readonly caller: Caller;
  readonly path: string;
  readonly args: unknown;
  /** The label of the connection that it uses, if any. */
  readonly connection: string | null;
  /** Where the call is part of a run: which run, and which of its calls. */
  readonly run?: { readonly id: string; readonly call: number };
}

export interface Approval {
  readonly id: string;
  readonly userId: string;
  readonly via: string;
  readonly path: string;
  /** JSON. */
  readonly arguments: string;
  readonly connection: string | null;
  readonly runId: string | null;
  readonly state: "waiting" | "approved" | "refused" | "used";
  /** What was said with a refusal. */
  readonly note: string | null;
  readonly createdAt: number;
}

/** What people have decided, and what waits for them to. */
export interface Approvals {
  /** The question's approval, whatever became of it; a used one no longer counts. Makes one that waits if there is none. */
  request(question: ApprovalQuestion): Promise<Approval>;
  /** Uses up the approval of exactly this call. Nobody can do so twice. */
  take(question: ApprovalQuestion): Promise<boolean>;
  find(id: string): Promise<Approval | undefined>;
  /** Those that wait, oldest first. */
  waiting(userIds: readonly string[]): Promise<Approval[]>;
  ofRun(runId: string): Promise<Approval[]>;
  /** Tells whether it was still waiting. */
  decide(id: string, isApproved: boolean, note?: string): Promise<boolean>;
  /** Forgets what a run that has ended was waiting for. */
  forgetRun(runId: string): Promise<void>;
  prune(keepDays: number): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

export function createApprovals({ db }: Store): Approvals {
  const select = () =>
    db
      .selectFrom("approval")
      .select([
        "id",
        "user_id as userId",
        "via",
        "path",
        "arguments",
        "connection",
        "run_id as runId",
        "state",
        "note",
        "created_at as createdAt",
      ])
      .orderBy("created_at");

  return {
    async request(question) {
      const hash = hashOf(question);
      const known = await select()
        .where("call_hash", "=", hash)
        .where("state", "in", question.run ? ["waiting", "approved", "refused"] : ["waiting", "approved"])
        .executeTakeFirst();
      if (known) return known;
      const { caller, path, args, connection, run } = question;
      const approval: Approval = {
        id: randomUUID(),
        userId: caller.userId,
        via: caller.via,
        path,
        arguments: JSON.stringify(args ?? {}),
        connection,
        runId: run?.id ?? null,
        state: "waiting",
        note: null,
        createdAt: Date.now(),
      };
      const { userId, runId, createdAt, ...rest } = approval;
      await db
        .insertInto("approval")
        .values({ ...rest, user_id: userId, run_id: runId, call_hash: hash, created_at: createdAt })
        .execute();
      return approval;
    },

    async take(question) {
      const approved = await select()
        .where("call_hash", "=", hashOf(question))
        .where("state", "=", "approved")
        .executeTakeFirst();
      if (!approved) return false;
      const { numUpdatedRows } = await db
        .updateTable("approval")
        .set({ state: "used" })
        .where((row) => row.and({ id: approved.id, state: "approved" }))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    find: (id) => select().where("id", "=", id).executeTakeFirst(),

    async waiting(userIds) {
      if (userIds.length === 0) return [];
      return select()
        .where("state", "=", "waiting")
        .where("user_id", "in", [...userIds])
        .execute();
    },

    ofRun: (runId) => select().where("run_id", "=", runId).execute(),

    async decide(id, isApproved, note) {
      const { numUpdatedRows } = await db
        .updateTable("approval")
        .set({ state: isApproved ? "approved" : "refused", decided_at: Date.now(), note: note ?? null })
        .where((row) => row.and({ id, state: "waiting" }))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async forgetRun(runId) {
      await db.deleteFrom("approval").where("run_id", "=", runId).where("state", "!=", "used").execute();
    },

    async prune(keepDays) {
      await db
        .deleteFrom("approval")
        .where("created_at", "<", Date.now() - keepDays * dayMs)
        .execute();
    },
  };
}

function hashOf({ caller, path, args, connection, run }: ApprovalQuestion): string {
  const call = [caller.userId, caller.via, path, args ?? {}, run ? [run.id, run.call] : null];
  const bound = canonicalJson(connection === null ? call : [...call, connection]);
  return createHash("sha256").update(bound).digest("hex");
}

import { createHash, randomUUID } from "node:crypto";
import { canonicalJson } from "../json/canonical-json.ts";
import type { Caller } from "../policy/caller.ts";
import { endWaitingCalls } from "../record/end-waiting-calls.ts";
import { deleteWhere } from "../store/delete-slowly.ts";
import { retention } from "../store/retention.ts";
import { hasChanged, type Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";

/** One call that a person or an agent wants to make. An approval covers exactly this call, once. */
export interface ApprovalQuestion {
  readonly caller: Caller;
  readonly path: string;
  readonly args: unknown;
  /** The label of the connection that it uses, if any. */
  readonly connection: string | null;
  /** Where the call is part of a run: which run, and which of its calls. */
  readonly run?: { readonly id: string; readonly call: number };
  /** Where the call has begun and its tool asks something: what, and its how-manieth question it is. */
  readonly asks?: ToolQuestion & { readonly ordinal: number };
}

/** What a tool asks a person in the middle of a call. */
export interface ToolQuestion {
  readonly message: string;
  /** JSON Schema of a flat object: the fields to fill in. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type Approval = ReturnType<typeof toApproval>;

/** What people have decided, and what waits for them to. */
export type Approvals = ReturnType<typeof createApprovals>;

/** What comes with a decision: why something is refused, or the answer to a tool's question. */
export interface Said {
  readonly note?: string | undefined;
  readonly answer?: Approval["answer"] | undefined;
  /** The id of the person who decided in the dashboard. */
  readonly by?: string | undefined;
}

/** Changes with whatever waits. Its detail is whose. */
export const approvalsTopic = "approvals";

/** Of one person: nobody goes through a longer list. Views leave room for what models ask. */
const maxWaiting = 200;
const maxWaitingForViews = 50;
const maxDecided = retention.approval.perOwner.rows;
const decidedStates: Approval["state"][] = ["refused", "used", "cancelled"];
/** Arguments can be long. Once a call was made or refused, the record has what is kept of them. */
const noLongerNeeded = { arguments: "{}" };
const dayMs = 24 * 60 * 60 * 1000;

/** How long one waits for a person. */
export const waitMs = 7 * dayMs;

const selectApprovals = (db: Store["db"]) =>
  db
    .selectFrom("approval")
    .select([
      "id",
      "user_id as userId",
      "via",
      "endpoint_id as endpointId",
      "path",
      "arguments",
      "connection",
      "run_id as runId",
      "state",
      "note",
      "created_at as createdAt",
      "decided_at as decidedAt",
      "question",
      "answer",
    ]);

export function createApprovals(store: Store) {
  const { db, reads, events } = store;
  const select = (from = db) => selectApprovals(from).orderBy("created_at");

  /** Endpoints may have the same name: what was asked through one says nothing about another. */
  const selectFor = (question: ApprovalQuestion) =>
    select()
      .where("call_hash", "=", hashOf(question))
      .where((row) =>
        row.or([row("endpoint_id", "is", null), row("endpoint_id", "=", question.caller.endpointId ?? null)]),
      );

  async function findFor(question: ApprovalQuestion): Promise<Approval | undefined> {
    const row = await selectFor(question)
      .where("state", "in", question.run ? inRun : ["waiting", "approved"])
      .executeTakeFirst();
    return row && toApproval(row);
  }

  async function countWaiting(userIds: readonly string[]): Promise<number> {
    const { count } = await db
      .selectFrom("approval")
      .select((row) => row.fn.countAll().as("count"))
      .where("state", "=", "waiting")
      .where("user_id", "in", [...userIds])
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async function ended(ones: readonly { id: string; user_id: string }[], reason: string): Promise<void> {
    const ids = ones.map(({ id }) => id);
    await endWaitingCalls(db, ids, "cancelled", reason);
    for (const userId of new Set(ones.map(({ user_id }) => user_id)))
      await events.publish(approvalsTopic, userId);
  }

  async function namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (userIds.length === 0) return new Map();
    const rows = await reads
      .selectFrom("user")
      .select(["id", "name"])
      .where("id", "in", [...new Set(userIds)])
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The calls that were made with these approvals. The entries of those that only waited are not among them. */
  async function callsOf(ids: readonly string[]) {
    if (ids.length === 0) return new Map<string, { id: number; outcome: string }>();
    const rows = await reads
      .selectFrom("call_record")
      .select(["id", "outcome", "approval_id"])
      .where("approval_id", "in", [...ids])
      .where("outcome", "not in", ["waiting", "approved", "denied", "cancelled"])
      .orderBy("id")
      .execute();
    return new Map(rows.map(({ id, outcome, approval_id }) => [approval_id ?? "", { id, outcome }]));
  }

  return {
    /**
     * The question's approval, and what became of it. One that was cancelled no longer counts, nor, outside of a run, one
     * that was refused or used.
     */
    findFor,

    /** The same, but makes one that waits if there is none. */
    async request(question: ApprovalQuestion): Promise<Approval> {
      const known = await findFor(question);
      if (known) return known;
      const { viewPath } = question.caller;
      const most = viewPath === undefined ? maxWaiting : maxWaitingForViews;
      if ((await countWaiting([question.caller.userId])) >= most) {
        throw new UserError(
          `${most} calls wait for approval already. Ask the user to decide about some of them first.`,
        );
      }
      const { caller, path, args, connection, run, asks } = question;
      const id = randomUUID();
      await db
        .insertInto("approval")
        .values({
          id,
          user_id: caller.userId,
          via: viewPath === undefined ? caller.via : `${caller.via}, View of ${viewPath}`,
          endpoint_id: caller.endpointId ?? null,
          path,
          arguments: JSON.stringify(args ?? {}),
          call_hash: hashOf(question),
          connection,
          run_id: run?.id ?? null,
          state: "waiting",
          question: asks ? JSON.stringify({ message: asks.message, schema: asks.schema }) : null,
          created_at: Date.now(),
        })
        .execute();
      const approval = toApproval(await select().where("id", "=", id).executeTakeFirstOrThrow());
      await events.publish(approvalsTopic, caller.userId);
      return approval;
    },

    /** Uses up the approval of exactly this call. Nobody can do so twice. */
    async take(question: ApprovalQuestion): Promise<boolean> {
      const approved = await selectFor(question).where("state", "=", "approved").executeTakeFirst();
      if (!approved) return false;
      return hasChanged(
        db
          .updateTable("approval")
          .set({ state: "used", ...noLongerNeeded })
          .where((row) => row.and({ id: approved.id, state: "approved" })),
      );
    },

    async find(id: string): Promise<Approval | undefined> {
      const row = await select().where("id", "=", id).executeTakeFirst();
      return row && toApproval(row);
    },

    /** Those that wait, oldest first. */
    async waiting(userIds: readonly string[]): Promise<Approval[]> {
      const rows = await select(reads)
        .where("state", "=", "waiting")
        .where("user_id", "in", [...userIds])
        .execute();
      return rows.map(toApproval);
    },

    /** Those that no longer wait, the latest first, with who decided and the call that followed. */
    async decided(
      userIds: readonly string[],
      { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number | undefined },
    ): Promise<DecidedApproval[]> {
      const rows = await selectApprovals(reads)
        .select("decided_by")
        .where("state", "!=", "waiting")
        .where("user_id", "in", [...userIds])
        .where("decided_at", "<", before)
        .orderBy("decided_at", "desc")
        .limit(limit)
        .execute();
      const [names, calls] = await Promise.all([
        namesOf(rows.flatMap(({ decided_by }) => decided_by ?? [])),
        callsOf(rows.map(({ id }) => id)),
      ]);
      return rows.map(({ decided_by, ...row }) => ({
        ...toApproval(row),
        decidedBy: names.get(decided_by ?? "") ?? null,
        call: calls.get(row.id) ?? null,
      }));
    },

    countWaiting,

    /** How many are waiting, by owner. */
    async countByOwner(): Promise<ReadonlyMap<string, number>> {
      const rows = await reads
        .selectFrom("approval")
        .select((row) => ["user_id", row.fn.countAll().as("count")] as const)
        .where("state", "=", "waiting")
        .groupBy("user_id")
        .execute();
      return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
    },

    async ofRun(runId: string): Promise<Approval[]> {
      return (await select().where("run_id", "=", runId).execute()).map(toApproval);
    },

    /** Tells whether it was still waiting, and the endpoint still there that it was asked through. */
    async decide(
      { id, userId }: Pick<Approval, "id" | "userId">,
      isApproved: boolean,
      { note, answer, by }: Said = {},
    ): Promise<boolean> {
      const isDecided = await hasChanged(
        db
          .updateTable("approval")
          .set({
            state: isApproved ? "approved" : "refused",
            decided_at: Date.now(),
            decided_by: by ?? null,
            note: note ?? null,
            ...(!isApproved && noLongerNeeded),
            answer: answer ? JSON.stringify(answer) : null,
          })
          .where((row) => row.and({ id, state: "waiting" }))
          // A call under way may have asked after its endpoint was revoked.
          .where((row) =>
            row.or([
              row("endpoint_id", "is", null),
              row("endpoint_id", "in", db.selectFrom("endpoint").select("endpoint.id")),
            ]),
          ),
      );
      if (isDecided) {
        const refusal = note ? `A person refused it: ${note}` : "A person refused it.";
        await (isApproved
          ? endWaitingCalls(
              db,
              [id],
              "approved",
              "A person approved it. The call that follows has its own entry.",
            )
          : endWaitingCalls(db, [id], "denied", refusal));
      }
      await events.publish(approvalsTopic, userId);
      return isDecided;
    },

    /** Cancels what runs that have ended were waiting for, and what they have not used. */
    async forgetRuns(runIds: readonly string[]): Promise<void> {
      if (runIds.length === 0) return;
      const reason = "The run ended before a person decided.";
      const forgotten = await db
        .updateTable("approval")
        .set({ state: "cancelled", note: reason, decided_at: Date.now(), ...noLongerNeeded })
        .where("run_id", "in", [...runIds])
        .where("state", "in", ["waiting", "approved"])
        .returning(["id", "user_id"])
        .execute();
      await ended(forgotten, reason);
    },

    /** Cancels what nobody has decided, or used, in time. */
    async expire(): Promise<void> {
      const reason = "It expired after 7 days.";
      const expired = await db
        .updateTable("approval")
        .set({ state: "cancelled", note: reason, decided_at: Date.now(), ...noLongerNeeded })
        .where("state", "in", ["waiting", "approved"])
        .where("created_at", "<", Date.now() - waitMs)
        .returning(["id", "user_id"])
        .execute();
      await ended(expired, reason);
    },

    /** Deletes what was asked before that, a little at a time, and a person's oldest decisions beyond a number. */
    async prune(keepDays: number, signal?: AbortSignal): Promise<void> {
      const since = Date.now() - keepDays * dayMs;
      await deleteWhere(store, "approval", "id", (row) => row("created_at", "<", since), signal);
      const full = await reads
        .selectFrom("approval")
        .select("user_id")
        .where("state", "in", decidedStates)
        .groupBy("user_id")
        .having((row) => row.fn.countAll(), ">", maxDecided)
        .execute();
      for (const { user_id: userId } of full) {
        const oldest = await reads
          .selectFrom("approval")
          .select("created_at")
          .where("user_id", "=", userId)
          .where("state", "in", decidedStates)
          .orderBy("created_at", "desc")
          .offset(maxDecided)
          .limit(1)
          .executeTakeFirst();
        if (!oldest) continue;
        await deleteWhere(
          store,
          "approval",
          "id",
          (row) =>
            row.and([
              row("user_id", "=", userId),
              row("state", "in", decidedStates),
              row("created_at", "<=", oldest.created_at),
            ]),
          signal,
        );
      }
    },
  };
}

/** One that no longer waits. */
export interface DecidedApproval extends Approval {
  /** The name of the person. Nothing where a client or the gateway decided. */
  readonly decidedBy: string | null;
  /** The call that was made with it. */
  readonly call: { readonly id: number; readonly outcome: string } | null;
}

/** A call of a run that has used its approval, and is made again, has asked something in between. */
const inRun: Approval["state"][] = ["waiting", "approved", "refused", "used"];

type ApprovalRow = Awaited<ReturnType<ReturnType<typeof selectApprovals>["execute"]>>[number];

const toApproval = ({ question, answer, ...rest }: ApprovalRow) => ({
  ...rest,
  question: question === null ? null : (JSON.parse(question) as ToolQuestion),
  answer: answer === null ? null : (JSON.parse(answer) as Readonly<Record<string, unknown>>),
});

function hashOf({ caller, path, args, connection, run, asks }: ApprovalQuestion): string {
  const call = [caller.userId, caller.via, path, args ?? {}, run ? [run.id, run.call] : null];
  const bound = connection === null ? call : [...call, connection];
  // A View can't use up what a person approved for themselves or for an agent.
  if (caller.viewSource !== undefined) bound.push({ viewSource: caller.viewSource });
  return createHash("sha256")
    .update(canonicalJson(asks ? [...bound, asks] : bound))
    .digest("hex");
}

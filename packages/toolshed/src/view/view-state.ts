import { createHash } from "node:crypto";
import { UpstreamError } from "../source/source.ts";
import { deleteWhere } from "../store/delete-slowly.ts";
import { retention } from "../store/retention.ts";
import type { Store } from "../store/store.ts";
import type { Showing } from "./view-handles.ts";

/** What Views keep: one state for each showing, and one for each key that a View chose. The last write wins. */
export type ViewStates = ReturnType<typeof createViewStates>;

/** Whose state it is. */
export interface StateOwner {
  readonly userId: string;
  readonly source: string;
  /** Set where the user is the team: its endpoints belong to no person and may serve different people. */
  readonly endpointId?: string | undefined;
  readonly showing: Showing;
}

type Answer = Readonly<Record<string, unknown>>;

const maxBytes = 64 * 1024;
const maxKeyLength = 200;
/** Of one user and source. Beyond that, those that were written longest ago are dropped. */
export const maxStates: number = retention.view_state.perOwner.rows;
const dayMs = 24 * 60 * 60 * 1000;
/** A handle opens nothing after a day, so nothing can read the state of its showing. */
const showingLifeMs = 2 * dayMs;
const keyedLifeMs = 180 * dayMs;
const invalidParams = -32_602;

export function createViewStates(store: Store, now: () => number = Date.now) {
  const { db } = store;

  const select = (owner: StateOwner, key: string | undefined) =>
    db
      .selectFrom("view_state")
      .select(["state", "version"])
      .where("user_id", "=", owner.userId)
      .where("source", "=", owner.source)
      .where("slot", "=", slotOf(owner, key));

  async function dropOldest({ userId, source }: StateOwner): Promise<void> {
    const own = db
      .selectFrom("view_state")
      .select("slot")
      .where("user_id", "=", userId)
      .where("source", "=", source)
      .orderBy("written_at", "desc")
      .orderBy("version", "desc")
      .limit(maxStates);
    await db
      .deleteFrom("view_state")
      .where("user_id", "=", userId)
      .where("source", "=", source)
      .where("slot", "not in", own)
      .execute();
  }

  return {
    /** The state and its version, which is 0 if there is none. */
    async read(owner: StateOwner, params: Record<string, unknown>): Promise<Answer> {
      const row = await select(owner, keyOf(params)).executeTakeFirst();
      return row ? { state: JSON.parse(row.state), version: row.version } : { version: 0 };
    },

    async write(owner: StateOwner, params: Record<string, unknown>): Promise<Answer> {
      const key = keyOf(params);
      const state = JSON.stringify(params.state);
      if (state === undefined) throw new UpstreamError(invalidParams, "state/write: state is missing");
      const size = Buffer.byteLength(state);
      if (size > maxBytes)
        throw new UpstreamError(
          invalidParams,
          `The state of a View may have up to 64 KB as JSON. This one has ${Math.ceil(size / 1024)} KB.`,
        );
      const written = { state, written_at: now() };
      const { version } = await db
        .insertInto("view_state")
        .values({
          user_id: owner.userId,
          source: owner.source,
          slot: slotOf(owner, key),
          is_keyed: key === undefined ? 0 : 1,
          version: 1,
          ...written,
        })
        .onConflict((conflict) =>
          conflict
            .columns(["user_id", "source", "slot"])
            .doUpdateSet(({ ref, eb }) => ({ ...written, version: eb(ref("view_state.version"), "+", 1) })),
        )
        .returning("version")
        .executeTakeFirstOrThrow();
      if (version === 1) await dropOldest(owner);
      return { version };
    },

    /** Deletes what no View can read any more, and what none has written for half a year. */
    async prune(signal?: AbortSignal): Promise<void> {
      for (const [isKeyed, lifeMs] of [
        [0, showingLifeMs],
        [1, keyedLifeMs],
      ] as const)
        await deleteWhere(
          store,
          "view_state",
          "slot",
          (row) => row.and([row("is_keyed", "=", isKeyed), row("written_at", "<", now() - lifeMs)]),
          signal,
        );
    },
  };
}

function keyOf({ key }: Record<string, unknown>): string | undefined {
  if (key === undefined) return undefined;
  if (typeof key === "string" && key !== "" && key.length <= maxKeyLength) return key;
  throw new UpstreamError(
    invalidParams,
    `The key of a state must be a text of 1 to ${maxKeyLength} characters.`,
  );
}

/** Of the same length for every address and key. Another connection is another account. */
function slotOf(
  { showing: { id, uri, connection }, endpointId }: StateOwner,
  key: string | undefined,
): string {
  const parts = key === undefined ? ["showing", uri, id] : ["key", uri, key, connection, endpointId];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

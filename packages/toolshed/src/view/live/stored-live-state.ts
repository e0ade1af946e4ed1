import { randomUUID } from "node:crypto";
import type { Vault } from "../../credential/vault.ts";
import { lockInTransaction } from "../../store/postgres/transaction-lock.ts";
import { databaseNow } from "../../store/rate-limit.ts";
import { hasChanged, type Store } from "../../store/store.ts";
import { handleLifeMs } from "../view-handles.ts";
import {
  type LiveCall,
  type LivePlace,
  type LiveState,
  maxCallMs,
  pageOf,
  viewsTopic,
} from "./live-state.ts";

/** For several gateways on one PostgreSQL: in its tables. What is called, and the answers, are sealed. */
export function createStoredLiveState(store: Store, vault: Vault): LiveState {
  const { db } = store;
  const seal = (id: string, value: unknown) => vault.seal(JSON.stringify(value), `live call ${id}`);
  const unseal = (id: string, sealed: string) => JSON.parse(vault.unseal(sealed, `live call ${id}`));

  const rowOf = (id: string, on: Store["db"] = db) =>
    on.selectFrom("live_view").select(["body", "stamp"]).where("id", "=", id).executeTakeFirst();

  return {
    put: (view, sequence = Number.POSITIVE_INFINITY) =>
      store.change(viewsTopic, async (on) => {
        await lockPage(on, view);
        const closed = await on
          .selectFrom("live_closed")
          .select("sequence")
          .where("page", "=", pageOf(view))
          .executeTakeFirst();
        if (closed && sequence < closed.sequence) return false;
        const row = { body: JSON.stringify(view), stamp: randomUUID(), seen_at: databaseNow };
        await on
          .insertInto("live_view")
          .values({ id: view.id, ...row })
          .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
          .execute();
        return true;
      }),
    remove: (place, sequence) =>
      store.change(viewsTopic, async (on) => {
        await lockPage(on, place);
        if (sequence !== undefined) {
          const row = { sequence, closed_at: databaseNow };
          await on
            .insertInto("live_closed")
            .values({ page: pageOf(place), ...row })
            .onConflict((conflict) => conflict.column("page").doUpdateSet(row))
            .execute();
        }
        const row = await rowOf(place.id, on);
        if (!row || pageOf(JSON.parse(row.body)) !== pageOf(place)) return;
        // Another page may take it over meanwhile.
        await on.deleteFrom("live_view").where("id", "=", place.id).where("stamp", "=", row.stamp).execute();
      }),
    async stamps() {
      const rows = await db.selectFrom("live_view").select(["id", "stamp"]).execute();
      return new Map(rows.map(({ id, stamp }) => [id, stamp]));
    },
    async read(id) {
      const row = await rowOf(id);
      return row && JSON.parse(row.body);
    },
    async touch(ids) {
      if (ids.length === 0) return;
      await db.updateTable("live_view").set({ seen_at: databaseNow }).where("id", "in", ids).execute();
    },
    async expire(graceMs) {
      const now = await db.selectNoFrom(databaseNow.as("at")).executeTakeFirstOrThrow();
      await db
        .deleteFrom("live_call")
        .where("created_at", "<", now.at - maxCallMs)
        .execute();
      await db
        .deleteFrom("live_closed")
        .where("closed_at", "<", now.at - handleLifeMs)
        .execute();
      const unseen = db.deleteFrom("live_view").where("seen_at", "<", now.at - graceMs);
      if (await hasChanged(unseen)) await store.events.publish(viewsTopic);
    },

    async send(address, call) {
      const row = { id: call.id, address, state: "waiting" as const, body: seal(call.id, call) };
      await db
        .insertInto("live_call")
        .values({ ...row, created_at: databaseNow })
        .execute();
    },
    async take(address) {
      const taken = await db
        .updateTable("live_call")
        .set({ state: "taken" })
        .where("address", "=", address)
        .where("state", "=", "waiting")
        .returning(["id", "body"])
        .execute();
      const cancelled = await db
        .deleteFrom("live_call")
        .where("address", "=", address)
        .where("state", "=", "cancelled")
        .returning("id")
        .execute();
      return {
        calls: taken.map(({ id, body }) => unseal(id, body) as LiveCall),
        cancelled: cancelled.map(({ id }) => id),
      };
    },
    answer: (address, id, answer) =>
      hasChanged(
        db
          .updateTable("live_call")
          .set({ state: "answered", body: seal(id, answer) })
          .where("id", "=", id)
          .where("address", "=", address)
          .where("state", "=", "taken"),
      ),
    async collect(id) {
      const row = await db
        .deleteFrom("live_call")
        .where("id", "=", id)
        .where("state", "=", "answered")
        .returning("body")
        .executeTakeFirst();
      return row && unseal(id, row.body);
    },
    async drop(id) {
      const isTaken = await hasChanged(
        db
          .updateTable("live_call")
          .set({ state: "cancelled" })
          .where("id", "=", id)
          .where("state", "=", "taken"),
      );
      if (!isTaken) await db.deleteFrom("live_call").where("id", "=", id).execute();
      return isTaken;
    },
  };
}

/** Opening and closing a View by the same page take turns, because neither sees what the other hasn't committed. */
const lockPage = (on: Store["db"], place: LivePlace) => lockInTransaction(on, pageOf(place));

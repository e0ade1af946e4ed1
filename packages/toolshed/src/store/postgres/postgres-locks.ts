import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../user-error.ts";
import { createLocalLocks } from "../local-locks.ts";
import type { WithLock } from "../store.ts";
import type { PostgresSession } from "./postgres-session.ts";

const waitMs = 60_000;
const longestPauseMs = 200;

/**
 * Advisory locks of the session: PostgreSQL lifts them however the gateway ends. Within the gateway they are taken in
 * turn first, and one connection holds them all, so that no number of locks can starve the queries made under them.
 */
export function createPostgresLocks(session: PostgresSession): WithLock {
  const inTurn = createLocalLocks();

  async function lock(name: string): Promise<() => Promise<unknown>> {
    const deadline = Date.now() + waitMs;
    for (let pauseMs = 10; Date.now() < deadline; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const connection = session.connection();
      const { rows } = await connection.query(
        "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
        [name],
      );
      if (rows[0].locked) {
        return () =>
          connection.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]).catch(() => {
            // It went with its connection.
          });
      }
      await sleep(pauseMs);
    }
    throw new UserError(
      `Another gateway has been busy with "${name}" for ${waitMs / 1000} s; try again in a moment.`,
    );
  }

  return (name, action) =>
    inTurn(name, async () => {
      const unlock = await lock(name);
      try {
        return await action();
      } finally {
        await unlock();
      }
    });
}

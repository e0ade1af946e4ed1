import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { DatabaseUnreachable, toStoreError } from "../database-unreachable.ts";

/** The one connection that a gateway keeps for what belongs to a connection: listening and holding locks. */
export type PostgresSession = Awaited<ReturnType<typeof openPostgresSession>>;

const firstPauseMs = 50;
const longestPauseMs = 2_000;
const heartbeatMs = 15_000;

/** Prepares every connection before it is used, the first one as well as each that takes the place of a lost one. */
export async function openPostgresSession(
  config: pg.ClientConfig,
  prepare: (client: pg.Client) => Promise<void>,
) {
  let current: { client: pg.Client; connection: ReturnType<typeof queryInTurn> } | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const client = new pg.Client(config);
    // Unheard, the error of a connection would end the process; what follows from it is below, at its end.
    client.on("error", () => {});
    try {
      await client.connect();
      await prepare(client);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    if (isClosed) return client.end();
    const connection = queryInTurn(client);
    current = { client, connection };
    // A network that swallows everything closes no connection: this one would wait for ever.
    const beat = () => connection.query("select 1").catch(() => client.connection.stream.destroy());
    const heartbeat = setInterval(beat, heartbeatMs).unref();
    client.once("end", () => {
      clearInterval(heartbeat);
      current = undefined;
      // It tries until it succeeds or is closed, and so never rejects.
      if (!isClosed) reconnect().catch(() => {});
    });
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = firstPauseMs; !isClosed; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await sleep(pauseMs, undefined, { ref: false });
      try {
        return await connect();
      } catch {
        // The next attempt comes.
      }
    }
  }

  await connect();
  return {
    /** The connection of this moment. Throws while there is none; a lost one is replaced. */
    connection() {
      if (current) return current.connection;
      throw new DatabaseUnreachable(new Error("The session is lost"));
    },
    async close() {
      isClosed = true;
      await current?.client.end();
    },
  };
}

/** Queries run one after another. */
function queryInTurn(client: pg.Client) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
      const result = last.then(() => client.query(text, values));
      last = result.catch(() => {});
      return result.catch((error) => {
        throw toStoreError(error);
      });
    },
  };
}

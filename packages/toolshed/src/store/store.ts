import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/** Runs the action while no other one with this name runs, in this or any other process on the store. */
export type WithLock = <T>(name: string, action: () => Promise<T>) => Promise<T>;

/** Tells every process on the store, this one included, that something has changed. */
export interface Events {
  /** The detail is short, such as an id: whoever listens reads the rest from the store. */
  publish(topic: string, detail?: string): Promise<void>;
  /** Listens until the returned function is called. */
  subscribe(topic: string, listener: (detail: string) => void): () => void;
}

/**
 * Where everything is kept. What a write has acknowledged survives the end of the process.
 * `close` waits for queries under way; afterwards every query fails.
 */
export interface Store {
  readonly dialect: "sqlite" | "postgres";
  readonly db: Kysely<Database>;
  readonly events: Events;
  readonly withLock: WithLock;
  close(): Promise<void>;
}

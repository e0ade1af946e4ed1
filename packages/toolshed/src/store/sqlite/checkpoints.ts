import type { Worker } from "node:worker_threads";
import { endDatabaseThread, startDatabaseThread } from "./database-thread.ts";

/** About as many pages as SQLite itself lets pass. */
const pagesBetween = 1_000;
const pageBytes = 4_096;

/**
 * Moves what has been written from SQLite's log into its file, in a thread: it waits for the disk, which SQLite would
 * otherwise do in the middle of some write.
 */
export class Checkpoints {
  readonly #file: string;
  #pages = 0;
  #worker: Worker | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** To be called after every write with how many rows it changed. */
  note(parameters: readonly unknown[], rows = 1): void {
    for (const value of parameters) {
      if (typeof value === "string" || value instanceof Uint8Array) this.#pages += value.length / pageBytes;
    }
    this.#pages += Math.max(1, rows);
    if (this.#pages < pagesBetween) return;
    this.#pages = 0;
    this.#worker ??= this.#start();
    this.#worker.postMessage("checkpoint");
  }

  async close(): Promise<void> {
    if (this.#worker) await endDatabaseThread(this.#worker, "close");
  }

  #start(): Worker {
    const worker = startDatabaseThread(this.#file, program);
    worker.unref();
    // Without it SQLite does the same, later and on the writer's own time.
    worker.on("error", () => {});
    worker.on("exit", () => {
      this.#worker = undefined;
    });
    return worker;
  }
}

/**
 * Under load something is always written while a
 * checkpoint is made, so that the log is never moved as a whole and never begins again from its start. Where it has become
 * long, the thread blocks writers while it moves the rest, unless a reader still uses the log.
 */
const program = `
  const database = new Database(file);
  database.exec("PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA busy_timeout = 0");
  const passive = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");
  const restart = database.prepare("PRAGMA wal_checkpoint(RESTART)");
  parentPort.on("message", (message) => {
    if (message === "checkpoint") {
      const [{ log, checkpointed }] = passive.all([]);
      if (log > 65536 && log - checkpointed < 500) restart.all([]);
      return;
    }
    database.close();
    parentPort.close();
  });
`;

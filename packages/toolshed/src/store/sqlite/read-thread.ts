import type { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Rows } from "../store.ts";
import { endDatabaseThread, startDatabaseThread } from "./database-thread.ts";

/** Rows come in parts, of which each is read in a turn of its own. */
type Answer =
  | { id: number; rows: Rows; isLast: boolean }
  | { id: number; message: string; code: string | undefined };

interface Reading {
  readonly rows: Readonly<Record<string, unknown>>[];
  resolve(rows: Rows): void;
  reject(error: Error): void;
}

/**
 * A thread that reads a SQLite file, so that a long query holds up nobody but those who read by it. It is started by the
 * first query, and restarted if it ends.
 */
class ReadThread extends DummyDriver implements DatabaseConnection {
  readonly #file: string;
  readonly #waiting = new Map<number, Reading>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(file: string) {
    super();
    this.#file = file;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  override async beginTransaction(): Promise<never> {
    throw new Error("The reading thread has no transactions");
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#lastId;
    const rows = await new Promise<Rows>((resolve, reject) => {
      this.#waiting.set(id, { rows: [], resolve, reject });
      // The process ends with an idle thread, and waits for one that reads.
      worker.ref();
      worker.postMessage({ id, sql, parameters });
    });
    return { rows: rows as Row[] };
  }

  // biome-ignore lint/correctness/useYield: there is nothing to give
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("The reading thread does not stream");
  }

  override async destroy(): Promise<void> {
    if (this.#worker) await endDatabaseThread(this.#worker, undefined);
  }

  #start(): Worker {
    const worker = startDatabaseThread(this.#file, program);
    let problem = new Error("The thread that reads the database has ended");
    worker.on("message", (answer: Answer) => {
      const reading = this.#waiting.get(answer.id);
      if (!reading) return;
      if ("rows" in answer) {
        reading.rows.push(...answer.rows);
        if (!answer.isLast) return;
        reading.resolve(reading.rows);
      } else {
        reading.reject(Object.assign(new Error(answer.message), { code: answer.code }));
      }
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) worker.unref();
    });
    worker.on("error", (error) => {
      problem = error;
    });
    worker.on("exit", () => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(problem);
      this.#waiting.clear();
    });
    return worker;
  }
}

const program = `
  const database = new Database(file, { readonly: true });
  database.exec("PRAGMA busy_timeout = 5000");
  database.exec("PRAGMA query_only = ON");
  const statements = new Map();
  function prepare(sql) {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size === 200) statements.clear();
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }
  parentPort.on("message", (request) => {
    if (!request) {
      database.close();
      parentPort.close();
      return;
    }
    try {
      const all = prepare(request.sql).all(request.parameters);
      for (let start = 0; ; start += 200) {
        const isLast = start + 200 >= all.length;
        parentPort.postMessage({ id: request.id, rows: all.slice(start, start + 200), isLast });
        if (isLast) break;
      }
    } catch (error) {
      parentPort.postMessage({ id: request.id, message: String(error.message), code: error.code });
    }
  });
`;

/** For a Kysely whose queries are read by the thread. */
export const readThreadDialect = (file: string): Dialect => ({
  createDriver: () => new ReadThread(file),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

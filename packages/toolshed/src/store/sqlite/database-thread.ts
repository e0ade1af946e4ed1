import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

/**
 * Starts a thread on a SQLite file, which finds its `parentPort` and a `Database` to open the `file` with. Its program is
 * text, since a thread cannot load TypeScript, which is what tests run.
 */
export function startDatabaseThread(file: string, program: string): Worker {
  const { resolve } = createRequire(import.meta.url);
  return new Worker(preamble + program, { eval: true, workerData: { file, libsql: resolve("libsql") } });
}

/** Sends the thread its last message and resolves when it has ended. */
export async function endDatabaseThread(worker: Worker, message: unknown): Promise<void> {
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  worker.ref();
  worker.postMessage(message);
  await ended;
}

const preamble = `
  const { parentPort, workerData } = require("node:worker_threads");
  // The gateway's own thread comes first. Elsewhere than on Linux this would be its priority as well.
  if (process.platform === "linux") require("node:os").setPriority(5);
  const Database = require(workerData.libsql);
  const { file } = workerData;
`;

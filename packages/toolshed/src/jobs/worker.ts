import { parentPort, workerData } from "node:worker_threads";
import { handleMessages, lowerPriority } from "./inside-thread.ts";
import type { JobModule, JobResult } from "./job.ts";
import type { FromWorker, WorkerData } from "./pool.ts";

const { moduleUrl, niceness }: WorkerData = parentPort ? workerData : JSON.parse(process.argv[2] ?? "");
if (parentPort) lowerPriority(niceness);

function send(message: FromWorker): void {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
}

const job: JobModule<unknown, unknown> = await import(moduleUrl);
await job.warmUp?.();

async function answer(input: unknown): Promise<JobResult<unknown>> {
  try {
    return { ok: true, value: await job.run(input) };
  } catch (error) {
    return { ok: false, failure: error instanceof RangeError ? "stack" : "crashed" };
  }
}

if (!parentPort) {
  process.on("message", async ({ input }: { input: unknown }) => send(await answer(input)));
  // The gateway has ended.
  process.on("disconnect", () => process.exit());
}
if (!parentPort) send("ready");
else await handleMessages(parentPort, workerData.posted, async (input) => send(await answer(input)));

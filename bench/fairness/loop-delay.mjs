// Loaded into the gateway's process with --import, so that nothing of the product has to tell how late its event loop is.
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const question = "loop delay";

/** How late the event loop of a child process was since the last time it was asked. */
export async function askLoopDelay(child) {
  child.send(question);
  const [delay] = await once(child, "message");
  return delay;
}

if (isMainThread && process.send) {
  // A finer resolution would itself keep the process busy; what is below it is of no interest.
  const resolution = 5;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  process.on("message", (message) => {
    if (message !== question) return;
    const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
    process.send({ p99: ms(delay.percentile(99)), max: ms(delay.max) });
    delay.reset();
  });
  process.channel?.unref();
}

// Loaded into the gateway's process with --import, so that nothing of the product has to tell how late its event loop is.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send) {
  // A finer resolution would itself keep the process busy; what is below it is of no interest.
  const resolution = 5;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  process.on("message", (message) => {
    if (message !== "loop delay") return;
    const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
    process.send({ p99: ms(delay.percentile(99)), max: ms(delay.max) });
    delay.reset();
  });
  process.channel?.unref();
}

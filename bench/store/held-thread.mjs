// Preloaded into the gateway: tells its parent for how long the main thread was held at a stretch. Time in which the
// operating system gave the core to other processes is left out, so that a busy machine shows the same.
import { openSync, readSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const everyMs = 1;

if (isMainThread && process.send) {
  const statistics = openSync("/proc/self/schedstat", "r");
  const buffer = Buffer.alloc(100);
  const look = () => {
    const length = readSync(statistics, buffer, 0, buffer.length, 0);
    const [, waitedNs] = buffer.toString("latin1", 0, length).split(" ");
    return { at: performance.now(), waitedMs: Number(waitedNs) / 1e6 };
  };
  let last = look();
  let longest = 0;
  setInterval(() => {
    const now = look();
    longest = Math.max(longest, now.at - last.at - (now.waitedMs - last.waitedMs) - everyMs);
    last = now;
  }, everyMs).unref();

  process.on("message", (message) => {
    if (message !== "held") return;
    process.send({ held: longest });
    longest = 0;
  });
  process.channel?.unref();
}

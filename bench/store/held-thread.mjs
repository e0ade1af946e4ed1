// Preloaded into the gateway: tells its parent for how long the main thread was held at a stretch, without the time in
// which the operating system gave the core to other processes, and how much of that it computed rather than waited for a
// disk or for threads of its own. On a busy machine only the latter says much.
import { openSync, readSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const everyMs = 1;

if (isMainThread && process.send) {
  const statistics = openSync("/proc/self/schedstat", "r");
  const buffer = Buffer.alloc(100);
  const look = () => {
    const length = readSync(statistics, buffer, 0, buffer.length, 0);
    const [ranNs, waitedNs] = buffer.toString("latin1", 0, length).split(" ");
    return { at: performance.now(), ranMs: Number(ranNs) / 1e6, waitedMs: Number(waitedNs) / 1e6 };
  };
  let last = look();
  let longest = { held: 0, ran: 0 };
  setInterval(() => {
    const now = look();
    const held = now.at - last.at - (now.waitedMs - last.waitedMs) - everyMs;
    longest = { held: Math.max(longest.held, held), ran: Math.max(longest.ran, now.ranMs - last.ranMs) };
    last = now;
  }, everyMs).unref();

  process.on("message", (message) => {
    if (message !== "held") return;
    process.send(longest);
    longest = { held: 0, ran: 0 };
  });
  process.channel?.unref();
}

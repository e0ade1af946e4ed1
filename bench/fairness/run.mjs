// What a quiet person's call_tool takes while others make the gateway work, and how late its event loop is meanwhile.
// BENCH_LOADS=regex chooses rows, BENCH_MS sets how long each takes, BENCH_COMMAND measures another build.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startGateway } from "./gateway.mjs";
import { loads } from "./loads/index.mjs";
import { measureQuietCalls } from "./quiet-calls.mjs";

const durationMs = Number(process.env.BENCH_MS ?? 8_000);
const wanted = new RegExp(process.env.BENCH_LOADS ?? "");
const inFlight = Number(process.env.BENCH_IN_FLIGHT ?? 2);
const maxLoopDelayMs = 20;
const gateway = await startGateway(["quiet", "busy1", "busy2", "busy3"]);
const [quiet, ...busy] = gateway.people;
const door = { url: gateway.url, token: quiet.token };

const print = (...cells) =>
  process.stdout.write(
    `${cells[0].padEnd(34)}${cells
      .slice(1)
      .map((cell) => `${cell}`.padStart(10))
      .join("")}\n`,
  );
const ms = (value) => value.toFixed(1);

async function measure() {
  await gateway.loopDelay();
  const calls = await measureQuietCalls(door, durationMs);
  return { ...calls, loop: await gateway.loopDelay() };
}

await measureQuietCalls(door, 1_000);
const alone = await measure();
const maxP99 = Math.max(3 * alone.p99, 25);
print("", "p50 ms", "p99 ms", "max ms", "loop p99", "loop max", "rounds", "verdict");
print("alone", ms(alone.p50), ms(alone.p99), ms(alone.max), ms(alone.loop.p99), ms(alone.loop.max));

process.setMaxListeners(0);
const file = fileURLToPath(new URL("load-process.mjs", import.meta.url));
for (const { name } of loads.filter((load) => wanted.test(load.name))) {
  const child = fork(file, [name, gateway.url, JSON.stringify(busy), `${inFlight}`]);
  process.on("exit", () => child.kill("SIGKILL"));
  await once(child, "message");
  // Until the load is at its full height.
  await measureQuietCalls(door, 1_000);
  const { p50, p99, max, loop } = await measure();
  child.send("stop");
  const [{ rounds, failures }] = await once(child, "message");
  const isGood = p99 <= maxP99 && loop.p99 <= maxLoopDelayMs;
  const verdict = `${isGood ? "ok" : "too slow"}${failures > 0 ? `, ${failures} failed` : ""}`;
  print(name, ms(p50), ms(p99), ms(max), ms(loop.p99), ms(loop.max), rounds, verdict);
}
process.stdout.write(
  `\nAims: p99 at most ${ms(maxP99)} ms (three times alone, or 25), loop p99 at most ${maxLoopDelayMs} ms.\n`,
);
await gateway.end();
process.exit(0);

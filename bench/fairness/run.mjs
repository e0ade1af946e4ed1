// What a quiet person's call_tool takes while others make the gateway work, and how late its event loop is meanwhile.
// BENCH_LOADS=regex chooses rows, BENCH_MS sets how long each takes, BENCH_COMMAND measures another build.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { startGateway } from "./gateway.mjs";
import { loads } from "./loads/index.mjs";
import { askLoopDelay } from "./loop-delay.mjs";
import { measureQuietCalls } from "./quiet-calls.mjs";

const durationMs = Number(process.env.BENCH_MS ?? 6_000);
/** Until a load is at its full height. */
const warmUpMs = 1_000;
const maxLoopDelayMs = 20;
const wanted = new RegExp(process.env.BENCH_LOADS ?? "");
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
process.setMaxListeners(0);

const print = (name, ...cells) =>
  process.stdout.write(`${name.padEnd(40)}${cells.map((cell) => `${cell}`.padStart(10)).join("")}\n`);
const ms = (value) => value.toFixed(1);

const gateway = await startGateway(["quiet", "busy1", "busy2", "busy3"]);
const [quiet, ...busy] = gateway.people;
const door = { url: gateway.url, token: quiet.token };

async function measure(process, asked = door) {
  await askLoopDelay(process);
  const calls = await measureQuietCalls(asked, durationMs);
  return { ...calls, loop: await askLoopDelay(process) };
}

await measureQuietCalls(door, warmUpMs);
const alone = await measure(gateway.process);
const maxP99 = Math.max(3 * alone.p99, 25);
let slowRows = 0;
print("", "p50 ms", "p99 ms", "max ms", "loop p99", "loop max", "rounds", "verdict");
printRow("alone", alone);

function printRow(name, { p50, p99, max, loop }, { rounds = "", failures = 0 } = {}) {
  const isGood = p99 <= maxP99 && loop.p99 <= maxLoopDelayMs;
  if (!isGood) slowRows += 1;
  const verdict = `  ${isGood ? "ok" : "too slow"}${failures > 0 ? `, ${failures} failed` : ""}`;
  print(name, ms(p50), ms(p99), ms(max), ms(loop.p99), ms(loop.max), rounds, verdict);
}

async function measureBeside({ name, prepare }) {
  const remove = await prepare?.(gateway);
  const args = [name, gateway.url, gateway.owner, JSON.stringify(busy)];
  const child = fork(fileOf("load-process.mjs"), args);
  // Its machine would be another one: it must not keep the gateway from the CPU.
  setPriority(child.pid, 10);
  process.on("exit", () => child.kill("SIGKILL"));
  await once(child, "message");
  await measureQuietCalls(door, warmUpMs);
  const measured = await measure(gateway.process);
  child.send("stop");
  const [counts] = await once(child, "message");
  printRow(name, measured, counts);
  await remove?.();
}

/** From the moment it listens. */
async function measureStart(name) {
  const child = fork(fileOf("indexing-gateway.mjs"), [gateway.built], {
    execArgv: ["--import", fileOf("loop-delay.mjs")],
  });
  process.on("exit", () => child.kill("SIGKILL"));
  const [{ mcpUrl }] = await once(child, "message");
  const [, url, token] = /^(.*)\/api\/mcp\/(.*)$/.exec(mcpUrl);
  printRow(name, await measure(child, { url, token, path: "bench.group_0.tool_0" }));
  child.kill("SIGTERM");
  await once(child, "exit");
}

let group;
for (const load of loads.filter(({ name }) => wanted.test(name))) {
  if (load.group !== group) print(`\n${load.group}`);
  group = load.group;
  await measureBeside(load);
}
await gateway.end();

const start = "100,000 tools are indexed after a start";
if (wanted.test(start)) {
  print("\nA start");
  await measureStart(start);
}
process.stdout.write(
  `\n${slowRows} too slow. Aims: p99 at most ${ms(maxP99)} ms (three times alone, or 25), loop p99 at most ${maxLoopDelayMs} ms.\n`,
);
process.exit(0);

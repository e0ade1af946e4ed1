// What a script costs: to run at all, to call a tool, to be checked, and beside scripts that never end.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startExecutor } from "./executor.mjs";
import { createParts } from "./parts.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 300);
const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
const { call, runner, close } = await createParts(home, 4);

const visit = (userId = "u") => ({
  caller: {
    userId,
    role: "owner",
    via: "bench",
    audience: "model",
    scope: { readOnly: false },
    approval: "host",
  },
  client: "bench",
  signal: new AbortController().signal,
  elicit: async () => ({ action: "unavailable" }),
});
async function run(script, { check = false, userId } = {}) {
  const answer = await runner.run(script, check, visit(userId));
  if (!answer.success) throw new Error(JSON.stringify(answer.error));
}
async function measure(action, count = rounds) {
  for (let index = 0; index < Math.min(count, 50); index += 1) await action();
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    await action();
    times.push(performance.now() - started);
  }
  return summary(times);
}
function summary(times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99) };
}
function print(name, { p50, p99 }, limit) {
  const aim = limit === undefined ? "" : `at most ${limit}`;
  process.stdout.write(
    `${name.padEnd(52)}${p50.toFixed(2).padStart(9)}${p99.toFixed(2).padStart(9)}  ${aim}\n`,
  );
}
process.stdout.write(`${"".padEnd(52)}${"p50 ms".padStart(9)}${"p99 ms".padStart(9)}\n`);

// Each script is new, since what is known of earlier ones is kept.
let count = 0;
const oneAndOne = () => `return 1+1 // ${count++}`;
const bare = await measure(() => run(oneAndOne()));
print("return 1+1, 1 user", bare, 1.5);
print("return 1+1, 1 user, the same script again", await measure(() => run("return 1+1")));
const users = Array.from({ length: 8 }, (_, index) => `user ${index}`);
const many = await Promise.all(
  users.map((userId) => measure(() => run(oneAndOne(), { userId }), rounds / 4)),
);
print("return 1+1, 8 users at once", summary(many.map(({ p50 }) => p50)));

const calls = 200;
const direct = await measure(async () => {
  for (let n = 0; n < calls; n += 1) await call({ ...visit(), path: "bench.tool_0", args: { n } });
}, 20);
const inside = await measure(
  () => run(`for (let n = 0; n < ${calls}; n++) await tools.bench.tool_0({ n })`),
  20,
);
print("a call by itself", { p50: direct.p50 / calls, p99: direct.p99 / calls });
const over = (inside.p50 - bare.p50 - direct.p50) / calls;
print(
  "a call in a script, over the call itself",
  { p50: over, p99: (inside.p99 - direct.p99) / calls },
  0.15,
);
const parallel =
  "await Promise.all(Array.from({ length: 100 }, (_, n) => tools.bench.tool_1({ n }))); return 1";
print("100 calls in parallel", await measure(() => run(parallel), 100), 5);

const ten = Array.from({ length: 10 }, (_, n) => `const r${n} = await tools.bench.tool_${n}({ n: ${n} });`);
let round = 0;
const checked = () => run(`${ten.join("\n")}\nreturn r0.n + r9.n + ${round++}`, { check: true });
print("check and run with ten tools, 1 user", await measure(checked, 60), 20);

const bad = [
  "for (;;);",
  "/(a+)+$/.test('a'.repeat(40) + '!')",
  "const a = []; for (;;) a.push('x'.repeat(1e4) + a.length)",
];
let isOver = false;
const attack = bad.map(async (script, index) => {
  while (!isOver) await runner.run(script, false, visit(`bad ${index}`));
});
const quiet = await measure(() => run(oneAndOne(), { userId: "quiet" }), rounds);
isOver = true;
print("return 1+1 of a quiet user beside three attackers", quiet, "25 (p99)");
await Promise.all(attack);
await close();

const executor = await startExecutor(home);
if (executor) {
  const theirs = await measure(executor.execute, Math.min(rounds, 100));
  executor.end();
  print("Executor 1.5.9: execute of return 1+1, over HTTP", theirs);
  process.stdout.write(`\nExecutor takes ${(theirs.p50 / bare.p50).toFixed(1)} times as long.\n`);
} else process.stdout.write("\nExecutor is not installed in bench/peers, or does not start here.\n");
process.exit(0);

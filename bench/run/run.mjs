// What a script costs: to run at all, to call a tool, to be checked, and beside scripts that never end.
// With `--against <folder>`: this checkout and another built one, in turn.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compare } from "./compare.mjs";
import { startExecutor } from "./executor.mjs";
import { measure } from "./measure.mjs";
import { createParts } from "./parts.mjs";
import { scriptsOf } from "./scripts.mjs";

const { against } = parseArgs({ options: { against: { type: "string" } } }).values;
if (against) {
  await compare(against);
  process.exit();
}

const rounds = Number(process.env.BENCH_ROUNDS ?? 300);
const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
const parts = await createParts(home, 4);
const scripts = scriptsOf(parts);

function print(name, { p50, p99 }, limit) {
  const aim = limit === undefined ? "" : `at most ${limit}`;
  process.stdout.write(
    `${name.padEnd(52)}${p50.toFixed(2).padStart(9)}${p99.toFixed(2).padStart(9)}  ${aim}\n`,
  );
}
process.stdout.write(`${"".padEnd(52)}${"p50 ms".padStart(9)}${"p99 ms".padStart(9)}\n`);

const bare = await measure(() => scripts.bare(), rounds);
print("return 1+1, 1 user", bare, 1.5);
print("return 1+1, 1 user, the same script again", await measure(scripts.again, rounds));
print("return 1+1, 8 concurrent users", await measure(scripts.bareOfEight, rounds / 4));

const direct = await measure(scripts.direct, 20);
const inside = await measure(scripts.inside, 20);
print("a call on its own", { p50: direct.p50 / scripts.calls, p99: direct.p99 / scripts.calls });
const over = (inside.p50 - bare.p50 - direct.p50) / scripts.calls;
print(
  "a call in a script, over the call itself",
  { p50: over, p99: (inside.p99 - direct.p99) / scripts.calls },
  0.15,
);
const changing = await measure(scripts.changing, 20);
print("a call in a script that changes something", {
  p50: changing.p50 / scripts.calls,
  p99: changing.p99 / scripts.calls,
});
print("100 calls in parallel", await measure(scripts.parallel, 100), 5);
print("check and run with ten tools, 1 user", await measure(scripts.checked, 60), 20);

const bad = [
  "for (;;);",
  "/(a+)+$/.test('a'.repeat(40) + '!')",
  "const a = []; for (;;) a.push('x'.repeat(1e4) + a.length)",
];
let isOver = false;
const attack = bad.map(async (script, index) => {
  while (!isOver) await scripts.attempt(script, `bad ${index}`);
});
const quiet = await measure(() => scripts.bare("quiet"), rounds);
isOver = true;
print("return 1+1 of a quiet user beside three attackers", quiet, "25 (p99)");
await Promise.all(attack);
await parts.close();

const executor = await startExecutor(home);
if (executor) {
  const theirs = await measure(executor.execute, Math.min(rounds, 100));
  executor.end();
  print("Executor 1.5.9: execute of return 1+1, over HTTP", theirs);
  process.stdout.write(`\nExecutor takes ${(theirs.p50 / bare.p50).toFixed(1)} times as long.\n`);
} else process.stdout.write("\nExecutor is not installed in bench/peers, or does not start here.\n");
process.exit(0);

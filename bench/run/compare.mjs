// The same scripts in this checkout and in another one, in turn, and the medians of their ratios.
import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const rows = [
  ["return 1+1, 1 user", "bare", 100],
  ["return 1+1, the same script again", "again", 100],
  ["return 1+1, 8 concurrent users", "bareOfEight", 20],
  ["200 calls in a script", "inside", 5],
  ["100 calls in parallel", "parallel", 20],
  ["check and run with ten tools", "checked", 20],
];

export async function compare(folder) {
  const file = fileURLToPath(new URL("script-process.mjs", import.meta.url));
  const start = async (checkout) => {
    const child = fork(file, [checkout]);
    await once(child, "message");
    return child;
  };
  const own = fileURLToPath(new URL("../../", import.meta.url));
  const [ours, theirs] = [await start(own), await start(resolve(folder))];
  const measure = async (child, name, count) => {
    child.send({ name, count });
    const [{ p50 }] = await once(child, "message");
    return p50;
  };
  for (const child of [ours, theirs]) for (const [, name, count] of rows) await measure(child, name, count);

  const titles = ["this ms", "other ms", "this ÷ other"];
  process.stdout.write(`${"p50".padEnd(36)}${titles.map((title) => title.padStart(14)).join("")}\n`);
  for (const [title, name, count] of rows) {
    const found = [];
    for (let round = 0; round < rounds; round += 1) {
      // The one that comes second finds the machine in another state: they take turns in that too.
      const pair = new Map();
      for (const child of round % 2 === 0 ? [ours, theirs] : [theirs, ours])
        pair.set(child, await measure(child, name, count));
      found.push({ ours: pair.get(ours), theirs: pair.get(theirs) });
    }
    const cells = [
      median(found.map(({ ours }) => ours)),
      median(found.map(({ theirs }) => theirs)),
      median(found.map(({ ours, theirs }) => ours / theirs)),
    ];
    process.stdout.write(
      `${title.padEnd(36)}${cells.map((cell) => cell.toFixed(2).padStart(14)).join("")}\n`,
    );
  }
  for (const child of [ours, theirs]) child.kill();
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

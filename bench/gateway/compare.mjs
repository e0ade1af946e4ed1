import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { callRequest, changeRequest } from "./call-request.mjs";
import { load } from "./load.mjs";

const durationMs = Number(process.env.BENCH_MS ?? 1_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const requests = { "call that reads": callRequest, "call that changes": changeRequest };

/**
 * Calls per second of this checkout's gateway and of another's, in turn, and the medians of their ratios. Processor time
 * for each call also tells them apart on a machine that has other work.
 */
export const compareWith = async (folder) =>
  compare(["this", "other"], await start(), await start([resolve(folder)]));

/** The same with and without kept results. */
export const compareResults = async () =>
  compare(["kept", "off"], await start(), await start([], { BENCH_RESULTS: "off" }));

async function start(checkout = [], env = {}) {
  const file = fileURLToPath(new URL("gateway.mjs", import.meta.url));
  const child = fork(file, ["10", ...checkout], { env: { ...process.env, ...env } });
  const [{ url }] = await once(child, "message");
  return { child, url };
}

async function compare([one, other], ours, theirs) {
  const titles = [`${one} /s`, `${other} /s`, "ratio", `${one} CPU`, `${other} CPU`, "ratio"];
  process.stdout.write(`${"".padEnd(32)}${titles.map((title) => title.padStart(11)).join("")}\n`);
  for (const inFlight of [1, 16, 64]) {
    for (const [name, request] of Object.entries(requests)) {
      const results = [];
      for (let round = 0; round < rounds; round += 1) {
        // The one that comes second finds the machine in another state: they take turns in that too.
        const order = round % 2 === 0 ? [ours, theirs] : [theirs, ours];
        const found = new Map();
        for (const gateway of order) found.set(gateway, await measure(gateway, request, inFlight));
        results.push({ ours: found.get(ours), theirs: found.get(theirs) });
      }
      process.stdout.write(`${`${name}, ${inFlight} in flight`.padEnd(32)}${toRow(results)}\n`);
    }
  }
  for (const { child } of [ours, theirs]) child.kill();
}

async function measure({ child, url }, request, inFlight) {
  const cpu = async () => {
    child.send("cpu");
    const [{ cpuMs }] = await once(child, "message");
    return cpuMs;
  };
  const before = await cpu();
  const began = performance.now();
  const { perSecond } = await load({ url, ...request, inFlight, durationMs });
  const calls = (perSecond * (performance.now() - began)) / 1_000;
  return { perSecond, cpuUs: (1_000 * ((await cpu()) - before)) / calls };
}

function toRow(results) {
  const column = (read, digits) => median(results.map(read)).toFixed(digits).padStart(11);
  return [
    column(({ ours }) => ours.perSecond, 0),
    column(({ theirs }) => theirs.perSecond, 0),
    column(({ ours, theirs }) => ours.perSecond / theirs.perSecond, 3),
    column(({ ours }) => ours.cpuUs, 0),
    column(({ theirs }) => theirs.cpuUs, 0),
    column(({ ours, theirs }) => ours.cpuUs / theirs.cpuUs, 3),
  ].join("");
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

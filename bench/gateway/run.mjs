// call_tool through the gateway, beside the same handler on a bare SDK server and on a bare route, in one run.
// With `--against <folder>`: only the gateway, this one and the built one of another checkout in turn.
// With `--results`: only the gateway, with and without kept results in turn.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { callRequest, changeRequest } from "./call-request.mjs";
import { compareResults, compareWith } from "./compare.mjs";
import { load } from "./load.mjs";

const options = { against: { type: "string" }, results: { type: "boolean" } };
const { against, results: withResults } = parseArgs({ options }).values;
if (against || withResults) {
  await (against ? compareWith(against) : compareResults());
  process.exit();
}

const durationMs = Number(process.env.BENCH_MS ?? 3_000);
const servers = [
  { name: "bare hono route", file: "bare-hono.mjs", args: [] },
  { name: "bare SDK server", file: "bare-sdk.mjs", args: [] },
  { name: "gateway, 10 tools", file: "gateway.mjs", args: ["10"] },
  { name: "gateway, 10,000 tools", file: "gateway.mjs", args: ["10000"] },
  { name: "gateway, changing", file: "gateway.mjs", args: ["10"], request: changeRequest },
];
const running = await Promise.all(
  servers.map(async (server) => {
    const file = fileURLToPath(new URL(server.file, import.meta.url));
    const child = fork(file, server.args, { execArgv: ["--expose-gc"] });
    const [{ url, memory }] = await once(child, "message");
    return { ...server, child, url, memory };
  }),
);

const results = new Map();
for (const inFlight of [1, 16, 64]) {
  for (const { name, url, request = callRequest } of running) {
    results.set(`${name}/${inFlight}`, await load({ url, ...request, inFlight, durationMs }));
  }
  process.stdout.write(`\n${inFlight} in flight\n`);
  process.stdout.write(
    `${"".padEnd(24)}${"p50 ms".padStart(10)}${"p99 ms".padStart(10)}${"calls/s".padStart(10)}${"÷ bare SDK".padStart(12)}\n`,
  );
  const bare = results.get(`bare SDK server/${inFlight}`);
  for (const { name } of running) {
    const { p50, p99, perSecond } = results.get(`${name}/${inFlight}`);
    const row = [
      p50.toFixed(2).padStart(10),
      p99.toFixed(2).padStart(10),
      perSecond.toFixed(0).padStart(10),
      `${(bare.perSecond / perSecond).toFixed(2)}×`.padStart(12),
    ];
    process.stdout.write(`${name.padEnd(24)}${row.join("")}\n`);
  }
}
const [few, many] = running.slice(2, 4).map(({ memory }) => memory / 1024 / 1024);
process.stdout.write(
  `\nmemory: ${few.toFixed(0)} MB with 10 tools, ${many.toFixed(0)} MB with 10,000 (${(many - few).toFixed(0)} MB more)\n`,
);
for (const { child } of running) child.kill();

// What becomes of calls that arrive faster than the gateway can answer them, at a rate that does not wait for answers.
//   --gateway <folder>   a built packages/toolshed (this checkout's)
//   --seconds <n>        for each rate (8)
//   --burn <ms>          CPU that a costly call takes in the gateway (3)
//   --connections <n>    kept alive, at most (1000)
//   --factors <n,…>      of the measured capacity (0.5,1,1.5,3)
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { callRequest } from "./call-request.mjs";
import { load } from "./load.mjs";
import { openLoop } from "./open-loop.mjs";

const { values } = parseArgs({
  options: {
    gateway: { type: "string", default: fileURLToPath(new URL("../../packages/toolshed", import.meta.url)) },
    seconds: { type: "string", default: "8" },
    burn: { type: "string", default: "3" },
    connections: { type: "string", default: "1000" },
    factors: { type: "string", default: "0.5,1,1.5,3" },
  },
});
const durationMs = 1_000 * Number(values.seconds);
const timeoutMs = 20_000;
const maxRate = 20_000;
const inFlight = 16;
const restMs = 1_000;
const built = new URL("dist/", pathToFileURL(`${values.gateway}/`)).href;

for (const [name, path] of [
  [`calls of ${values.burn} ms`, "bench.burn"],
  ["plain calls", "bench.echo"],
]) {
  const child = fork(fileURLToPath(new URL("overload-gateway.mjs", import.meta.url)), [built, values.burn]);
  const [{ url }] = await once(child, "message");
  const { headers, check } = callRequest;
  const call = { url, headers, body: callRequest.body.replace("bench.echo", path) };
  await load({ ...call, check, inFlight, durationMs: durationMs / 4 });
  const { perSecond: capacity } = await load({ ...call, check, inFlight, durationMs });
  process.stdout.write(`\n${name}: capacity ${capacity.toFixed(0)} calls/s with ${inFlight} in flight\n`);
  print(["rate", "sent/s", "goodput", "p50 ms", "p99 ms", "503", "timeouts", "resets", "others"]);
  for (const factor of values.factors.split(",").map(Number)) {
    const result = await openLoop({
      ...call,
      check: isAnswer,
      rate: Math.min(factor * capacity, maxRate),
      durationMs,
      timeoutMs,
      connections: Number(values.connections),
    });
    const { sentPerSecond, goodPerSecond, p50, p99, shed, timeouts, resets, others } = result;
    print([
      `${factor}×`,
      sentPerSecond.toFixed(0),
      `${((100 * goodPerSecond) / capacity).toFixed(0)} %`,
      p50.toFixed(1),
      p99.toFixed(1),
      ...[shed, timeouts, resets, others].map(String),
    ]);
    await setTimeout(restMs);
  }
  child.kill();
  await once(child, "exit");

  function isAnswer(text) {
    try {
      check(text);
      return true;
    } catch {
      return false;
    }
  }
}

function print(cells) {
  process.stdout.write(`${cells.map((cell) => cell.padStart(10)).join("")}\n`);
}

// Calls to MCP servers through this checkout's gateway and another built one, in turn: <folder of the other>
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../gateway/load.mjs";
import { mcpCall, text } from "./echo-call.mjs";
import { startGateway } from "./start-gateway.mjs";

const durationMs = Number(process.env.BENCH_MS ?? 1_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
const upstream = fork(here("./http-upstream.mjs"));
const [{ url: upstreamUrl }] = await once(upstream, "message");
const program = here("../../test/fixtures/broken-upstreams/upstream.mjs");
const start = (checkout, name) =>
  startGateway({
    command: join(checkout, "packages/toolshed/bin/toolshed.js"),
    home: join(folder, name),
    program,
    upstreamUrl,
  });
const gateways = [await start(here("../.."), "this"), await start(resolve(process.argv[2]), "other")];
process.on("exit", () => {
  for (const { child } of gateways) child.kill("SIGKILL");
  upstream.kill();
  rmSync(folder, { recursive: true, force: true });
});

const found = (source) => mcpCall("call_tool", { path: `${source}.echo`, arguments: { text } });
const rows = {
  "stdio, source endpoint": ({ programUrl }) => ({ url: programUrl, ...mcpCall("echo", { text }) }),
  "stdio, call_tool": ({ searchUrl }) => ({ url: searchUrl, ...found("program") }),
  "HTTP, source endpoint": ({ remoteUrl }) => ({ url: remoteUrl, ...mcpCall("echo", { text }) }),
  "HTTP, call_tool": ({ searchUrl }) => ({ url: searchUrl, ...found("remote") }),
};
const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

process.stdout.write(
  `${"".padEnd(40)}${["this /s", "other /s", "ratio"].map((head) => head.padStart(10)).join("")}\n`,
);
for (const inFlight of [1, 16]) {
  for (const [name, target] of Object.entries(rows)) {
    const measure = async (gateway, ms) =>
      (await load({ ...target(gateway), inFlight, durationMs: ms })).perSecond;
    for (const gateway of gateways) await measure(gateway, durationMs / 2);
    const results = [];
    for (let round = 0; round < rounds; round += 1) {
      const found = [0, 0];
      // The one that comes second finds the machine in another state: they take turns in that too.
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0])
        found[index] = await measure(gateways[index], durationMs);
      results.push(found);
    }
    const cells = [
      median(results.map(([ours]) => ours)).toFixed(0),
      median(results.map(([, theirs]) => theirs)).toFixed(0),
      median(results.map(([ours, theirs]) => ours / theirs)).toFixed(3),
    ];
    process.stdout.write(
      `${`${name}, ${inFlight} in flight`.padEnd(40)}${cells.map((cell) => cell.padStart(10)).join("")}\n`,
    );
  }
}
process.exit(0);

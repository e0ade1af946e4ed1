// How long commands take from start to end, beside another build of the command, in turns.
// Usage: node bench/cli/run.mjs <path of the other build's bin/toolshed.js> [rounds]
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("../../packages/toolshed/bin/toolshed.js", import.meta.url));
const [other = own, rounds = "20"] = process.argv.slice(2);
const commands = [["--version"], ["help"], ["status"], ["search", "notes"], ["call", "samples.notes.list"]];

const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
const env = { ...process.env, TOOLSHED_HOME: home, PORT: "0" };
const gateway = spawn(process.execPath, [own, "start"], { env, stdio: ["ignore", "pipe", "inherit"] });
await once(gateway.stdout, "data");

function measure(bin, args) {
  const before = performance.now();
  const { status } = spawnSync(process.execPath, [bin, ...args], { env });
  if (status !== 0) throw new Error(`${bin} ${args.join(" ")} ended with ${status}`);
  return performance.now() - before;
}

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

try {
  for (const args of commands) {
    const [ours, theirs] = [[], []];
    for (let round = 0; round < Number(rounds); round += 1) {
      theirs.push(measure(other, args));
      ours.push(measure(own, args));
    }
    const [a, b] = [median(ours), median(theirs)];
    console.warn(
      `toolshed ${args.join(" ").padEnd(24)} ${a.toFixed(0)} ms, other ${b.toFixed(0)} ms, ratio ${(a / b).toFixed(2)}`,
    );
  }
} finally {
  gateway.kill("SIGTERM");
  await once(gateway, "close");
  rmSync(home, { recursive: true, force: true });
}

// How long calls of one source take, alone and beside another source that floods: node bench/sources/beside-flood.mjs
import { Console } from "node:console";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadWith } from "./load-with.mjs";
import { startToolshed } from "./start-toolshed.mjs";

const durationMs = Number(process.env.BENCH_MS ?? 5_000);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const quiet = here("../../test/fixtures/broken-upstreams/upstream.mjs");
const flooding = here("./flooding-upstream.mjs");
const floods = {
  "5,000 unchanged tools, list_changed 5 times a second": ["lists", "4999", "5"],
  "5,000 tools of which one changes, 5 times a second": ["lists", "4999", "5", "changing"],
  "list_changed 2,000 times a second": ["lists", "10", "2000"],
  "50,000 progress messages a second": ["progress", "50000"],
  "50 MB of stderr a second": ["noise", "50000"],
};
process.removeAllListeners("warning");

const rows = [];
for (const [name, args] of [["alone"], ...Object.entries(floods)]) {
  const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
  const gateway = await startToolshed(home);
  const program = (file, ...rest) => ({
    kind: "mcp",
    config: { transport: "stdio", command: process.execPath, args: [file, ...rest] },
  });
  await gateway.request("POST", "/sources", { id: "quiet", ...program(quiet) });
  let flooded;
  if (args) {
    await gateway.request("POST", "/sources", { id: "flood", ...program(flooding, ...args) });
    // Its answer may never come.
    flooded = gateway.call("flood.echo", {}).catch(() => {});
  }
  const send = () => gateway.call("quiet.echo", { text: "x" });
  const { p50, p99 } = await loadWith({ send, inFlight: 1, durationMs });
  const { sources } = await gateway.request("GET", "/sources");
  const { state, reason } = sources.find(({ id }) => id === "flood") ?? {};
  rows.push({ beside: name, p50: p50.toFixed(1), p99: p99.toFixed(1), state, reason });
  await gateway.end();
  await flooded;
  rmSync(home, { recursive: true, force: true });
}
new Console(process.stdout).table(rows);
process.exit();

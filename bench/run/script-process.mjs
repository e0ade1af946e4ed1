// Runs scripts in the built gateway of a checkout, and tells how long they took.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { measure } from "./measure.mjs";
import { scriptsOf } from "./scripts.mjs";

const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
process.on("SIGTERM", () => process.exit());
process.on("disconnect", () => process.exit());
const file = pathToFileURL(resolve(process.argv[2], "bench/run/parts.mjs")).href;
const { createParts } = await import(file);
const scripts = scriptsOf(await createParts(home, 4));
process.on("message", async ({ name, count }) => {
  process.send(await measure(scripts[name], count));
});
process.send("ready");

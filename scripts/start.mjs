import "../packages/toolshed/bin/check-node.js";
import module from "node:module";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { install } = await import("./install.mjs");
install(".", "Installing packages (the first time this takes a minute)");
const { build } = await import("./build.mjs");
build();

// From Node 22 on, later starts reuse what this one compiles.
module.enableCompileCache?.();
const { run } = await import("../packages/toolshed/bundle/cli/run.js");
process.exit(await run(["start", ...process.argv.slice(2)]));

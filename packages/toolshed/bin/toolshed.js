#!/usr/bin/env node
import module from "node:module";
import "./check-node.js";

// From Node 22 on, what was compiled for one start serves the next.
module.enableCompileCache?.();
const { run } = await import("../bundle/cli/run.js");
// Whatever a command has left open must not keep the process alive.
process.exit(await run(process.argv.slice(2)));

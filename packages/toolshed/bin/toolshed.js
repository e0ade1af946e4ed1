#!/usr/bin/env node
import module from "node:module";
import "./check-node.js";

// From Node 22 on, what was compiled for one start serves the next.
module.enableCompileCache?.();
const { main } = await import("../bundle/cli/main.js");
await main(process.argv.slice(2));

#!/usr/bin/env node
import "./check-node.js";

const { main } = await import("../dist/cli/main.js");
await main(process.argv.slice(2));

import "../packages/toolshed/bin/check-node.js";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { install } = await import("./install.mjs");
install(".", "Installing packages (the first time this takes a minute)");
const { build } = await import("./build.mjs");
build();

const { main } = await import("../packages/toolshed/bundle/cli/main.js");
await main(["start", ...process.argv.slice(2)]);

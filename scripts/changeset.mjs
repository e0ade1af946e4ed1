// Runs changesets, which needs Node 22 or later. Usage: npm run changeset [-- version]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";
import { provideNodes } from "./release/nodes.mjs";
import { runStep } from "./run-step.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
install(".changeset", "Installing changesets");
const isCurrentEnough = Number(process.versions.node.split(".")[0]) >= 22;
const [{ folder }] = provideNodes(isCurrentEnough ? "current" : "24");
const program = ".changeset/node_modules/@changesets/cli/bin.js";
const { status } = spawnSync(join(folder, "node"), [program, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;

// The lock has the versions of our packages too, and npm ci compares them.
if (status === 0 && process.argv[2] === "version") {
  runStep("Updating the lock", "npm", ["install", "--package-lock-only"]);
  runStep("Completing the lock", process.execPath, ["scripts/complete-lock.mjs"]);
}

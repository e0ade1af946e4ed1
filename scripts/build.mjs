import { fileURLToPath } from "node:url";
import { runStep } from "./run-step.mjs";
import { stamp } from "./stamp.mjs";

const bin = (name) => `node_modules/.bin/${name}${process.platform === "win32" ? ".cmd" : ""}`;
const shell = process.platform === "win32";

/** Builds the packages and the dashboard, unless nothing has changed since. Ends the process if it fails. */
export function build() {
  const state = stamp("node_modules/.toolshed-build", [
    "packages",
    "scripts/build-frame.mjs",
    "scripts/build-views.mjs",
    "scripts/bundle-gateway.mjs",
    "scripts/bundle-page.mjs",
    "tsconfig.base.json",
    "package-lock.json",
  ]);
  if (state.isFresh()) return;

  const built =
    runStep(
      "Building the packages",
      bin("tsc"),
      ["-b", "packages/apps", "packages/toolshed", "packages/create"],
      { shell },
    ) &&
    runStep("Bundling the gateway", process.execPath, ["scripts/bundle-gateway.mjs"]) &&
    runStep("Building the frame", process.execPath, ["scripts/build-frame.mjs"]) &&
    runStep("Building the Views", process.execPath, ["scripts/build-views.mjs"]) &&
    runStep("Building the dashboard", bin("vite"), ["build", "packages/dashboard", "--logLevel", "warn"], {
      shell,
    });
  if (!built) process.exit(1);
  state.write();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();

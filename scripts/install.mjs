import { statSync } from "node:fs";
import { join } from "node:path";
import { runBeside, runStep } from "./run-step.mjs";

const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
const optionsFor = (folder) => ({ cwd: folder, shell: process.platform === "win32" });

/** Installs what a folder's lock names, unless that is there already. Ends the process if it fails. */
export function install(folder, title) {
  if (isInstalled(folder) || runStep(title, "npm", args, optionsFor(folder))) return;
  fail();
}

/** Installs into several folders while the caller does something else. */
export async function installBeside(folders) {
  const installing = folders
    .filter(([folder]) => !isInstalled(folder))
    .map(([folder, title]) => runBeside(title, "npm", args, optionsFor(folder)));
  if ((await Promise.all(installing)).includes(false)) fail();
}

/** npm writes the second file when an install is complete, and a pull writes the first when it brings a change. */
const isInstalled = (folder) =>
  changedAt(join(folder, "node_modules", ".package-lock.json")) >=
  changedAt(join(folder, "package-lock.json"));

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function fail() {
  process.stderr.write("\nThe packages could not be installed: check the network and try again.\n");
  process.exit(1);
}

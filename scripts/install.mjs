import { statSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "./run-step.mjs";

/** Installs what a folder's lock names, unless that is there already. Ends the process if it fails. */
export function install(folder, title) {
  // npm writes the second file when an install is complete, and a pull writes the first when it brings a change.
  const wanted = changedAt(join(folder, "package-lock.json"));
  const installed = changedAt(join(folder, "node_modules", ".package-lock.json"));
  if (installed >= wanted) return;

  const done = runStep(title, "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    shell: process.platform === "win32",
  });
  if (done) return;
  process.stderr.write("\nThe packages could not be installed: check the network and try again.\n");
  process.exit(1);
}

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { install } from "../../scripts/install.mjs";

/** Installs the published servers outside of the repository's own packages. Returns the folder that has them. */
export function installServers() {
  const folder = ".cache/matrix/packages";
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    const from = fileURLToPath(new URL(name, import.meta.url));
    const to = `${folder}/${name}`;
    // A copy that is newer than the installed packages would install them again.
    const isSame = existsSync(to) && readFileSync(to, "utf8") === readFileSync(from, "utf8");
    if (!isSame) copyFileSync(from, to);
  }
  install(folder, "Installing the published App servers (the first time this takes a few minutes)");
  return fileURLToPath(new URL(`../../${folder}`, import.meta.url));
}

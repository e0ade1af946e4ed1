import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { install } from "../../scripts/install.mjs";

/** Installs what the lock at `from` names, outside of the repository's own packages. Returns the folder that has it. */
export function installPackages(from, folder, title) {
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    const source = fileURLToPath(new URL(name, from));
    const to = `${folder}/${name}`;
    // A copy that is newer than the installed packages would install them again.
    const isSame = existsSync(to) && readFileSync(to, "utf8") === readFileSync(source, "utf8");
    if (!isSame) copyFileSync(source, to);
  }
  install(folder, title);
  return fileURLToPath(new URL(`../../${folder}`, import.meta.url));
}

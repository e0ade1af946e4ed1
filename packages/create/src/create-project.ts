import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** These don't make a folder a project: people often run `git init` first. */
const harmless = new Set([".git", ".DS_Store"]);

/** Says why a project can't be created in a folder, or nothing if it can. */
export function findObstacle(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return `${folder} is not a folder. Choose another name.`;
  }
  if (names.every((name) => harmless.has(name))) return undefined;
  return `The folder ${folder} is not empty. Choose another one, or empty it first.`;
}

/** Copies a template into a folder, named after that folder. */
export function createProject(folder: string, template: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(packageFolder, "templates", template), folder, { recursive: true });
  // npm leaves out files of that name when it packs.
  renameSync(join(folder, "gitignore"), join(folder, ".gitignore"));

  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.name = toPackageName(basename(resolve(folder)));
  for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(dependencies ?? {})) {
      // Our packages are released together, so the version of this one fits the others.
      if (name === "toolshed" || name.startsWith("@toolshed/")) dependencies[name] = `^${ownVersion()}`;
    }
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

function ownVersion(): string {
  return JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")).version;
}

function toPackageName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|-+$/g, "");
  return name || "toolshed-project";
}

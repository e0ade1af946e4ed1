import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folders of the packages that are published, each after those it depends on. */
const folders = ["apps", "sdk", "toolshed", "create"];

/** Packs the built packages into a folder, as `npm publish` would. */
export function packPackages(target) {
  mkdirSync(target, { recursive: true });
  return folders.map((folder) => {
    const path = join(root, "packages", folder);
    const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    const output = execFileSync("npm", ["pack", "--json", "--pack-destination", target], {
      cwd: path,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      shell: process.platform === "win32",
    });
    const [{ filename, integrity, size, entryCount }] = Object.values(JSON.parse(output));
    return {
      name: manifest.name,
      version: manifest.version,
      manifest,
      file: join(target, filename),
      integrity,
      size,
      entryCount,
    };
  });
}

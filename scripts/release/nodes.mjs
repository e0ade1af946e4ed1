import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The oldest Node we support, and the latest of the release lines after it. */
const versions = ["20.19.0", "22.23.3", "24.21.0"];
/** Platforms whose Node is a package of npm, which has the program at `bin/node`. */
const platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];

const cache = fileURLToPath(new URL("../../.cache/nodes", import.meta.url));

/** The Nodes to test on, each a version and the folder of its program. */
export function provideNodes(wanted) {
  const current = { version: process.versions.node, folder: dirname(process.execPath) };
  if (wanted === "current") return [current];
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    process.stdout.write(`npm has no Node for ${platform}: testing on ${process.version} only.\n`);
    return [current];
  }
  return versions
    .filter(
      (version) => wanted === undefined || wanted.split(",").some((line) => version.startsWith(`${line}.`)),
    )
    .map((version) => ({ version, folder: install(`node-${platform}`, version) }));
}

function install(name, version) {
  const prefix = join(cache, version);
  const folder = join(prefix, "node_modules", name, "bin");
  if (!existsSync(join(folder, "node"))) {
    process.stdout.write(`Installing Node ${version}\n`);
    execFileSync(
      "npm",
      ["install", "--prefix", prefix, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`],
      {
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
  }
  return folder;
}

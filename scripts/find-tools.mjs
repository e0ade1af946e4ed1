import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runStep } from "./run-step.mjs";

// What the tests need beside Node: where it may be, how it is pointed at, and what Debian calls it.
const tools = {
  chromium: {
    title: "Chromium",
    variable: "CHROMIUM_PATH",
    package: "chromium",
    hint: "set CHROMIUM_PATH to a Chromium or Chrome binary",
    find: () =>
      [
        ...["chromium", "chromium-browser", "google-chrome"].map(onPath),
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
      ].find(isExecutable),
  },
  // The same engine without windows, for tests of pages: they use a quarter less CPU time. Without it, they use Chromium.
  shell: {
    variable: "CHROMIUM_SHELL_PATH",
    package: "chromium-headless-shell",
    isOptional: true,
    find: () => onPath("chromium-headless-shell"),
  },
  postgres: {
    title: "PostgreSQL",
    variable: "POSTGRES_BIN",
    package: "postgresql",
    hint: "set POSTGRES_BIN to the folder that holds initdb and postgres",
    find: () => {
      const folders = [
        ...debianFolders(),
        ...(process.env.PATH ?? "").split(delimiter),
        "/opt/homebrew/opt/postgresql/bin",
      ];
      return folders.find(
        (folder) => isExecutable(join(folder, "initdb")) && isExecutable(join(folder, "postgres")),
      );
    },
  },
};

/**
 * Finds what the tests need, or as root on Debian installs it. Puts what was found into the environment
 * and returns a sentence for each thing that is missing.
 */
export function findTools() {
  const missing = () => Object.values(tools).filter((tool) => !locate(tool));
  const lacking = missing();
  if (lacking.length > 0 && isRootOnDebian()) {
    const environment = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    runStep("Updating Debian's package lists", "apt-get", ["update", "-qq"], environment);
    // One at a time, because older releases lack some of them.
    for (const tool of lacking) {
      runStep(`Installing ${tool.package} from Debian`, "apt-get", ["install", "-y", "-qq", tool.package], {
        ...environment,
        stdio: ["ignore", "ignore", "inherit"],
      });
    }
  }
  return missing()
    .filter(({ isOptional }) => !isOptional)
    .map(({ title, hint }) => `${title} was not found: ${hint}`);
}

function locate(tool) {
  const path = process.env[tool.variable] || tool.find();
  if (path && existsSync(path)) process.env[tool.variable] = path;
  return path && existsSync(path);
}

function onPath(name) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function debianFolders() {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, "bin"));
}

function isExecutable(path) {
  try {
    accessSync(path ?? "", constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isRootOnDebian() {
  return process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
}

// Tests the packages as they will be published, then publishes them.
// Usage: npm run release [-- --publish | --node 20,22 | --node current | --only host | --keep]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { values: options } = parseArgs({
  options: {
    "dry-run": { type: "boolean" },
    publish: { type: "boolean" },
    node: { type: "string" },
    only: { type: "string", default: "" },
    keep: { type: "boolean" },
  },
});
const isPartial = options.node !== undefined || options.only !== "";
if (options.publish && isPartial) stop("--publish tests everything: leave out --node and --only.");
if (options.publish) checkReadiness();

const { install } = await import("./install.mjs");
install(".", "Installing packages");
const { build } = await import("./build.mjs");
removeBuilds();
build();
const { npmSettings } = await import("./release/npm-settings.mjs");
const { packPackages } = await import("./release/pack.mjs");
const { provideNodes } = await import("./release/nodes.mjs");
const { startLocalRegistry } = await import("./release/local-registry.mjs");
const { createShell } = await import("./release/shell.mjs");
const { runSteps, steps } = await import("./release/smoke.mjs");

const folder = mkdtempSync(join(tmpdir(), "toolshed-release-"));
const { registry: upstream, userConfig } = npmSettings();

write("\n▸ Packing\n");
const packages = packPackages(join(folder, "packages"));
for (const { name, version, size, entryCount } of packages) {
  write(`  ${name}@${version}  ${entryCount} files, ${Math.ceil(size / 1024)} KB\n`);
}
const registry = await startLocalRegistry(packages, upstream);
let failure;
let openShell;
// What was started is in groups of its own, so Ctrl-C alone would leave it running.
process.once("SIGINT", async () => {
  await openShell?.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(130);
});
for (const node of provideNodes(options.node)) {
  failure = await test(node);
  if (failure) break;
}
registry.close();

if (failure) {
  write(`\n✗ ${failure.message}\n`);
} else if (options.publish) {
  publish();
} else {
  write("\nEverything works. Nothing was published: npm run release -- --publish does that.\n");
}
if (options.keep) write(`The files are in ${folder}\n`);
else rmSync(folder, { recursive: true, force: true });
process.exitCode = failure ? 1 : 0;

/** Returns the error of the first step that failed. */
async function test({ version, folder: nodeFolder }) {
  write(`\n▸ Node ${version}\n`);
  const place = join(folder, `node-${version}`);
  const home = join(place, "home");
  mkdirSync(home, { recursive: true });
  const shell = createShell({ nodeFolder, home, registry: registry.url, userConfig });
  openShell = shell;
  try {
    await runSteps(
      steps.filter(({ name }) => name.includes(options.only)),
      {
        shell,
        folder: place,
        onStart: ({ name }) => process.stdout.isTTY && write(`  … ${name}`),
        onDone: ({ name }, seconds) =>
          write(`${process.stdout.isTTY ? "\r" : ""}  ✓ ${name} (${seconds.toFixed(1)} s)\n`),
      },
    );
  } catch (error) {
    return new Error(`On Node ${version}: ${error.message}`);
  } finally {
    await shell.close();
    // A home has hundreds of megabytes of npm's cache.
    if (!options.keep) rmSync(place, { recursive: true, force: true });
  }
}

/** The compiler leaves the files of sources that are gone. */
function removeBuilds() {
  for (const name of readdirSync("packages")) {
    for (const output of ["dist", "tsconfig.tsbuildinfo"]) {
      rmSync(join("packages", name, output), { recursive: true, force: true });
    }
  }
  rmSync("node_modules/.toolshed-build", { force: true });
}

/** What is published has to be what is committed, with its changelog. */
function checkReadiness() {
  if (execFileSync("git", ["status", "--porcelain"], { encoding: "utf8" }) !== "") {
    stop("There are uncommitted changes. Commit them first.");
  }
  const waiting = readdirSync(".changeset").filter((name) => name.endsWith(".md") && name !== "README.md");
  if (waiting.length > 0) {
    stop(
      "There are changesets without a version. Run npm run changeset version, and commit what it changed.",
    );
  }
}

/** Publishes the very files that were tested. */
function publish() {
  for (const { name, version, file } of packages) {
    write(`\n▸ Publishing ${name}@${version}\n`);
    execFileSync("npm", ["publish", file, "--access", "public"], { stdio: "inherit" });
  }
  const tag = `v${packages[0].version}`;
  execFileSync("git", ["tag", tag]);
  write(`\nPublished. Push the tag: git push origin ${tag}\n`);
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function write(text) {
  process.stdout.write(text);
}

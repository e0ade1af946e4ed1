import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startLocalRegistry } from "../../scripts/release/local-registry.mjs";
import { npmSettings } from "../../scripts/release/npm-settings.mjs";
import { packPackages } from "../../scripts/release/pack.mjs";
import { createShell } from "../../scripts/release/shell.mjs";
import { runSteps, steps } from "../../scripts/release/smoke.mjs";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

/** The rest is tested before a release, on every Node we support: npm run release. */
const tested = [
  "npx toolshed start, the first call, and a client set up by install",
  "npm create toolshed: plugin",
];

test("the packed packages work in an empty folder", { timeout: 600_000 }, async () => {
  const folder = temporaryFolder();
  const packages = packPackages(join(folder, "packages"));
  const { registry: upstream, userConfig, cache } = npmSettings();
  const registry = await startLocalRegistry(packages, upstream);
  onTestFinished(() => registry.close());
  const home = join(folder, "home");
  mkdirSync(home);
  const nodeFolder = dirname(process.execPath);
  const shell = createShell({ nodeFolder, home, registry: registry.url, userConfig, cache });
  onTestFinished(() => shell.close());

  const done: string[] = [];
  await runSteps(
    steps.filter(({ name }) => tested.includes(name)),
    { shell, folder, onDone: ({ name }) => done.push(name) },
  );
  expect(done).toEqual(tested);
});

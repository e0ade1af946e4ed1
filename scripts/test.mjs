import "../packages/toolshed/bin/check-node.js";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { findTools } from "./find-tools.mjs";
import { install, installBeside } from "./install.mjs";
import { runBeside, runStepAsync } from "./run-step.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const startedAt = Date.now();

install(".", "Installing packages");
const others = installBeside([
  ["test/peers", "Installing the packages that only tests use"],
  ["test/peers/conformance", "Installing the official conformance suite"],
  ["test/peers/inspector", "Installing the MCP Inspector"],
]);
const missing = findTools();
build();
await others;

const bin = (name) => `node_modules/.bin/${name}`;
const checks = [
  ["Format and lint", bin("biome"), ["ci", "--error-on-warnings", "."]],
  ["Types", bin("tsc"), ["-b"]],
  ["Unused code", bin("knip"), []],
];
// They run at the same time as the tests, which wait for other processes half of the time.
const checking = Promise.all(
  checks.map(async (check) => ({ title: check[0], ok: await runBeside(...check) })),
);

const report = ".cache/test-report.json";
mkdirSync(".cache", { recursive: true });
rmSync(report, { force: true });
const ran = await runStepAsync(
  "Tests",
  bin("vitest"),
  ["run", "--reporter=./test/setup/progress-reporter.ts"],
  {
    env: { ...process.env, TOOLSHED_TEST_REPORT: report },
  },
);
const { passed, failed, skipped } = readReport();
const failedChecks = (await checking).filter(({ ok }) => !ok);

for (const { title } of failedChecks) process.stdout.write(`failed: ${title}\n`);
for (const title of skipped)
  process.stdout.write(`skipped: ${title} (${missing.join("; ") || "see the test"})\n`);
const totals = [
  `${passed + checks.length - failedChecks.length} passed`,
  `${failed + failedChecks.length} failed`,
  ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
];
process.stdout.write(`\nTook ${((Date.now() - startedAt) / 60_000).toFixed(1)} min.\n${totals.join(", ")}\n`);
process.exit(failed + failedChecks.length > 0 ? 1 : 0);

function readReport() {
  let results;
  try {
    results = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: [] };
  }
  const { passed, skipped, durations } = results;
  const file = process.argv.includes("--commit-durations")
    ? "test/setup/durations.json"
    : ".cache/test-durations.json";
  writeFileSync(file, `${JSON.stringify(durations, Object.keys(durations).sort(), 2)}\n`);
  // A run can also fail outside of its tests.
  return { passed, skipped, failed: ran ? results.failed : Math.max(results.failed, 1) };
}

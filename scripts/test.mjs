import "../packages/toolshed/bin/check-node.js";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { findTools } from "./find-tools.mjs";
import { install } from "./install.mjs";
import { runStep } from "./run-step.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

install(".", "Installing packages");
install("test/peers", "Installing the packages that only tests use");
install("test/peers/conformance", "Installing the official conformance suite");
install("test/peers/inspector", "Installing the MCP Inspector");
const missing = findTools();
build();

const bin = (name) => `node_modules/.bin/${name}`;
const checks = [
  ["Format and lint", bin("biome"), ["ci", "--error-on-warnings", "."]],
  ["Types", bin("tsc"), ["-b"]],
  ["Unused code", bin("knip"), []],
];
const failedChecks = checks.filter((check) => !runStep(...check)).map(([title]) => title);

const report = ".cache/test-report.json";
mkdirSync(".cache", { recursive: true });
rmSync(report, { force: true });
const testsPassed = runStep("Tests", bin("vitest"), [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
]);
const { passed, failed, skipped } = count();

for (const title of failedChecks) process.stdout.write(`failed: ${title}\n`);
for (const { title, reason } of skipped) process.stdout.write(`skipped: ${title} (${reason})\n`);
const totals = [
  `${passed + checks.length - failedChecks.length} passed`,
  `${failed + failedChecks.length} failed`,
  ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
];
process.stdout.write(`\n${totals.join(", ")}\n`);
process.exit(failed + failedChecks.length > 0 ? 1 : 0);

function count() {
  let results;
  try {
    results = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: [] };
  }
  const tests = results.testResults.flatMap((file) => file.assertionResults);
  const brokenFiles = results.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = tests.filter((test) => test.status === "failed").length + brokenFiles.length;
  return {
    passed: tests.filter((test) => test.status === "passed").length,
    // Errors outside of any test fail the run too.
    failed: failed === 0 && !testsPassed ? 1 : failed,
    skipped: tests
      .filter((test) => !["passed", "failed"].includes(test.status))
      .map((test) => ({ title: test.fullName, reason: missing.join("; ") || "see the test" })),
  };
}

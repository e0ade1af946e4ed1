// Applies each patch in test/mutants to the sources and runs the tests that it names: they have to fail.
// A patch begins with a line "tests: <files>". With names as arguments, only those patches are run.
// killed: a test failed. SURVIVED: no test failed. STALE: the patch no longer applies. FAILING: the tests fail without it.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest } from "vitest/node";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "test/mutants");
const only = process.argv.slice(2);
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" });

function readMutant(name) {
  const patch = join(folder, `${name}.patch`);
  const text = readFileSync(patch, "utf8");
  const [, tests = ""] = /^tests: (.+)$/m.exec(text) ?? [];
  const sources = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path]) => join(root, path));
  return { name, patch, sources, tests: tests.split(" ").map((path) => join(root, path)) };
}

function isApplicable({ patch }) {
  try {
    git("apply", "--check", patch);
    return true;
  } catch {
    return false;
  }
}

// Starting Vitest takes longer than most of these tests, so one instance runs them all.
const vitest = await createVitest("test", { root, watch: false, reporters: [{}] });
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();

/** Runs the files and returns their modules. */
async function run(files) {
  const missing = files.find((file) => !specifications.some(({ moduleId }) => moduleId === file));
  if (missing) throw new Error(`${missing} is not a test file`);
  const chosen = specifications.filter(({ moduleId }) => files.includes(moduleId));
  const { testModules } = await vitest.runTestSpecifications(chosen);
  // Vitest also returns the modules of earlier runs.
  return testModules.filter(({ moduleId }) => files.includes(moduleId));
}

/** Returns true if a test fails while the mutant is in the sources. */
async function isKilled({ patch, sources, tests }) {
  const invalidate = () => {
    for (const path of sources) vitest.invalidateFile(path);
  };
  git("apply", patch);
  try {
    invalidate();
    // Tests that did not run at all say nothing about the mutant.
    return (await run(tests)).some(({ children }) => [...children.allTests("failed")].length > 0);
  } finally {
    git("apply", "--reverse", patch);
    invalidate();
  }
}

const mutants = readdirSync(folder)
  .filter((file) => file.endsWith(".patch"))
  .map((file) => file.slice(0, -".patch".length))
  .filter((name) => only.length === 0 || only.includes(name))
  .map(readMutant);
// A test that fails anyway kills no mutant.
const modules = await run([...new Set(mutants.flatMap(({ tests }) => tests))]);
const failing = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);

async function outcomeOf(mutant) {
  if (!isApplicable(mutant)) return "STALE";
  if (mutant.tests.some((file) => failing.includes(file))) return "FAILING";
  return (await isKilled(mutant)) ? "killed" : "SURVIVED";
}

let killed = 0;
for (const mutant of mutants) {
  const outcome = await outcomeOf(mutant);
  if (outcome === "killed") killed += 1;
  process.stdout.write(`${outcome.padEnd(8)} ${mutant.name}\n`);
}
await vitest.close();
process.stdout.write(`${killed} of ${mutants.length} mutants killed\n`);
// Vitest has set it, because tests failed.
process.exitCode = killed < mutants.length ? 1 : 0;

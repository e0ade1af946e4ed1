// Applies each patch in test/mutants to the sources and runs the tests that it names: they have to fail.
// A patch begins with a line "tests: <files>". With names as arguments, only those patches are run.
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "test/mutants");
const only = process.argv.slice(2);
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" });

const names = readdirSync(folder)
  .filter((file) => file.endsWith(".patch"))
  .map((file) => file.slice(0, -".patch".length))
  .filter((name) => only.length === 0 || only.includes(name));
const survivors = names.filter((name) => {
  const patch = join(folder, `${name}.patch`);
  const [, tests = ""] = /^tests: (.+)$/m.exec(readFileSync(patch, "utf8")) ?? [];
  git("apply", patch);
  const run = () => spawnSync("npx", ["vitest", "run", ...tests.split(" ")], { cwd: root, encoding: "utf8" });
  let isKilled = false;
  try {
    const { status, stdout } = run();
    // Tests that did not run at all say nothing about the mutant.
    isKilled = status !== 0 && /Tests .*\d+ failed/.test(stdout);
  } finally {
    git("apply", "--reverse", patch);
  }
  process.stdout.write(`${isKilled ? "killed  " : "SURVIVED"} ${name}\n`);
  return !isKilled;
});
process.stdout.write(`${names.length - survivors.length} of ${names.length} mutants killed\n`);
if (survivors.length > 0) process.exitCode = 1;

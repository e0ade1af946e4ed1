import { spawnSync } from "node:child_process";

/** Says what it is about to do, runs the command with its output shown, and tells whether it succeeded. */
export function runStep(title, command, args, options = {}) {
  process.stdout.write(`\n▸ ${title}\n`);
  const started = Date.now();
  const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  process.stdout.write(
    `  ${status === 0 ? "done" : "failed"} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  );
  return status === 0;
}

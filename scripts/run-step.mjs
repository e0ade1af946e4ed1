import { spawn, spawnSync } from "node:child_process";

/** Runs a command with its output shown. Returns whether it succeeded. */
export function runStep(title, command, args, options = {}) {
  process.stdout.write(`\n▸ ${title}\n`);
  const started = Date.now();
  const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  process.stdout.write(`  ${status === 0 ? "done" : "failed"} in ${seconds(started)}\n`);
  return status === 0;
}

/** Does the same without blocking the caller. */
export async function runStepAsync(title, command, args, options = {}) {
  process.stdout.write(`\n▸ ${title}\n`);
  const started = Date.now();
  const child = spawn(command, args, { stdio: "inherit", ...options });
  const status = await new Promise((resolve) => {
    child.once("error", (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(1);
    });
    child.once("close", resolve);
  });
  process.stdout.write(`  ${status === 0 ? "done" : "failed"} in ${seconds(started)}\n`);
  return status === 0;
}

/** Runs a command beside others and shows its output if it fails. Resolves to whether it succeeded. */
export function runBeside(title, command, args, options = {}) {
  const started = Date.now();
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  return new Promise((resolve) => {
    child.once("error", (error) => {
      output += `${command}: ${error.message}\n`;
    });
    child.once("close", (status) => {
      if (status !== 0) process.stdout.write(`\n${output}`);
      process.stdout.write(`▸ ${title}: ${status === 0 ? "done" : "failed"} in ${seconds(started)}\n`);
      resolve(status === 0);
    });
  });
}

const seconds = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { JobFailure, JobKind } from "../jobs/job.ts";
import type { CheckedScript, ScriptToCheck } from "./check/check-job.ts";
import type { run as outline } from "./check/outline-job.ts";
import type { ScriptError } from "./sandbox/sandbox.ts";

/** Finds what a script gives and which tools it names. */
export const outlineJob: JobKind<string, ReturnType<typeof outline>> = {
  name: "outline",
  module: "run/check/outline-job.js",
  host: "thread",
  workers: 4,
  cpuMs: 3_000,
  timeMs: 60_000,
  memoryMb: 128,
  // Behind the gateway itself.
  niceness: 8,
};

/** Checks a script's types. A child, since TypeScript's checker is a program of its own. */
export const checkJob: JobKind<ScriptToCheck, CheckedScript> = {
  name: "check",
  module: "run/check/check-job.js",
  host: "child",
  workers: 2,
  cpuMs: 3_000,
  timeMs: 60_000,
  memoryMb: 400,
  niceness: 8,
  maxJobs: 2_000,
  startsPrograms: true,
  packageFolders() {
    const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
    const native = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
    return [dirname(typescript), dirname(createRequire(typescript).resolve(native))];
  },
};

/** What a script's author is told when a job on it was not done at all. */
export function jobError(failure: JobFailure, limited: ScriptError): ScriptError {
  switch (failure) {
    case "busy":
      return {
        name: "Error",
        message: "Too many of your runs are waiting: try again when some have ended.",
      };
    case "cancelled":
      return { name: "Error", message: "The run was cancelled." };
    case "time":
      return { name: "Error", message: "The gateway was too busy to check the script. Try again later." };
    default:
      return limited;
  }
}

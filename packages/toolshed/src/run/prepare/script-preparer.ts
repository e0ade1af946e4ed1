import type { JobOptions, Jobs } from "../../jobs/jobs.ts";
import { createRecentResults } from "../../jobs/recent-results.ts";
import type { ScriptError } from "../sandbox/sandbox.ts";
import { jobError, prepareJob } from "../script-jobs.ts";
import type { PreparedScript } from "./prepare-job.ts";

/** Turns a script into a program, and finds the tools it names. */
export type PrepareScript = (
  script: string,
  options: JobOptions,
) => Promise<PreparedScript | { readonly error: ScriptError }>;

const limited: ScriptError = {
  name: "SyntaxError",
  message: "The script is too complex to parse. Split up long and deeply nested expressions.",
};
const maxScripts = 200;
const maxCharacters = 4 * 1024 * 1024;

export function createScriptPreparer(jobs: Jobs): PrepareScript {
  const recent = createRecentResults<PreparedScript>(maxScripts, maxCharacters);

  return async (script, options) => {
    const known = recent.get(script);
    if (known) return known;
    const result = await jobs.run(prepareJob, script, options);
    if (!result.ok) return { error: jobError(result.failure, limited) };
    recent.set(script, result.value, script.length * 2);
    return result.value;
  };
}

import type { JobOptions, Jobs } from "../../jobs/jobs.ts";
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
const maxCharacters = 2 * 1024 * 1024;

export function createScriptPreparer(jobs: Jobs): PrepareScript {
  /** Those that were used last, the latest at the end. */
  const recent = new Map<string, PreparedScript>();
  let characters = 0;

  function forget(script: string): void {
    if (recent.delete(script)) characters -= script.length;
  }

  function remember(script: string, prepared: PreparedScript): PreparedScript {
    forget(script);
    recent.set(script, prepared);
    characters += script.length;
    for (const oldest of recent.keys()) {
      if (recent.size <= maxScripts && characters <= maxCharacters) break;
      forget(oldest);
    }
    return prepared;
  }

  return async (script, options) => {
    const known = recent.get(script);
    if (known) return remember(script, known);
    const result = await jobs.run(prepareJob, script, options);
    return result.ok ? remember(script, result.value) : { error: jobError(result.failure, limited) };
  };
}

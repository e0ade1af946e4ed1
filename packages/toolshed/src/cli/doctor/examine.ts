import { UserError } from "../../user-error.ts";
import { type Check, type Finding, problem } from "./check.ts";
import type { Facts } from "./facts.ts";

export interface CheckedFinding extends Finding {
  readonly check: string;
}

/** Runs the checks beside each other. One that fails is a problem of its own. */
export async function examine(checks: readonly Check[], facts: Facts): Promise<CheckedFinding[]> {
  const findings = checks.map(async ({ name, run }) => {
    const found = await Promise.resolve()
      .then(() => run(facts))
      .catch(toProblem);
    return [found].flat().map((finding) => ({ check: name, ...finding }));
  });
  return (await Promise.all(findings)).flat();
}

/** The message of an error about a setting ends with what to do: `PORT is "x", which is not a port: give a number.` */
function toProblem(error: Error): Finding {
  if (!(error instanceof UserError)) {
    return problem(`This couldn't be checked: ${error.message}`, "Run toolshed doctor again");
  }
  const [, message = error.message, fix = "Correct it and run toolshed doctor again"] =
    /^(.*): (.*)\.$/s.exec(error.message) ?? [];
  return problem(`${message.replace(/\.$/, "")}.`, fix.charAt(0).toUpperCase() + fix.slice(1));
}

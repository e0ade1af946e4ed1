import { UserError } from "../user-error.ts";
import { type LogOptions, logLevels } from "./log.ts";

const formats = ["text", "json"] as const;

/** How TOOLSHED_LOG and TOOLSHED_LOG_LEVEL want the log. */
export function readLogOptions(environment: NodeJS.ProcessEnv): LogOptions {
  return {
    format: choose("TOOLSHED_LOG", environment.TOOLSHED_LOG || "text", formats),
    level: choose("TOOLSHED_LOG_LEVEL", environment.TOOLSHED_LOG_LEVEL || "info", logLevels),
  };
}

function choose<Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === value);
  if (choice) return choice;
  throw new UserError(`${name} is "${value}": give one of ${choices.join(", ")}.`);
}

import type { Command, CommanderError } from "commander";
import { UserError } from "../user-error.ts";
import { examplesOf } from "./examples.ts";

/** A command line that cannot be understood. */
export class UsageError extends UserError {
  constructor(message: string) {
    super(message, { code: "usage" });
  }
}

/** What the parser found, as a sentence with the next step. */
export function toUsageError(command: Command, { code, message }: CommanderError): UsageError {
  const [problem = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const instead = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(suggestion ?? "")?.[1];
  const next = instead ? `Did you mean ${instead.replace(/, (?=[^,]*$)/, " or ")}?` : nextStep(command, code);
  return new UsageError([...reworded(problem), next].filter(Boolean).join(" "));
}

/** The parser's own sentences, in ours. */
const wordings: readonly [RegExp, string][] = [
  [/^unknown (command|option) '(.*)'$/s, 'Unknown $1 "$2".'],
  [/^missing required argument '(.*)'$/, "Missing <$1>."],
  [/^option '(?:-\w, )?(\S+) (.*)' argument missing$/, "$1 needs a value: $1 $2."],
  [
    /^option '(?:-\w, )?(\S+).*?' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s,
    '"$2" is not a value of $1. Use $3.',
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/s,
    '"$1" is not a valid <$2>. Use $3.',
  ],
  [/^too many arguments.*$/, "Too many arguments."],
];

function reworded(problem: string): string[] {
  const [pattern, sentence] = wordings.find(([pattern]) => pattern.test(problem)) ?? [];
  return [
    pattern && sentence ? problem.replace(pattern, sentence).replace(/, ([^,]*)\.$/, " or $1.") : problem,
  ];
}

/** Allowed values are in the message. Options and subcommands are listed in the help; everything else is shown by an example. */
function nextStep(command: Command, code: string): string {
  if (code === "commander.invalidArgument" || code === "commander.optionMissingArgument") return "";
  const help = `Run "${pathOf(command)} --help" to list the`;
  if (code === "commander.unknownOption" && !command.parent)
    return "Options go after the command, such as toolshed status --json.";
  if (code === "commander.unknownOption") return `${help} options.`;
  const [example] = examplesOf(command);
  return example && command.commands.length === 0 ? `For example: ${example}` : `${help} commands.`;
}

/** The words that lead to a command: `toolshed endpoint create`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

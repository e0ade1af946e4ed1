import type { Command as TypedCommand } from "@commander-js/extra-typings";
import { Command, type Help } from "commander";
import { groups } from "./commands/list.ts";
import { invocation } from "./invocation.ts";
import { hasColors, style } from "./print/style.ts";
import { pathOf, toUsageError, UsageError } from "./usage-error.ts";

const about = "Toolshed puts every tool an agent needs behind one MCP endpoint.";
const footer = `
Run "toolshed help <command>" for its options and examples, and "toolshed help settings" for the environment variables.`;

/** The commands, of which only `wanted` is fully defined, or all of them. */
export async function createProgram(wanted?: string): Promise<Command> {
  const program = new Command("toolshed").usage("<command> [options]").description(about);
  // Answered before anything is loaded; here for the help.
  program.option("-v, --version", "Print the version");
  program
    .helpCommand(false)
    .configureHelp(help())
    .configureOutput({
      writeOut: (text) => invocation().stdout.write(text),
      writeErr() {},
      getOutHasColors: () => hasColors(invocation().stdout),
    })
    .addHelpText("after", footer);
  for (const [group, commands] of Object.entries(groups)) {
    for (const [name, load] of Object.entries(commands)) {
      const command = program.command(name, { hidden: !isShown(name) }).helpGroup(`${group}:`);
      if (wanted === undefined || wanted === name) (await load()).define(command as unknown as TypedCommand);
    }
  }
  for (const command of all(program)) {
    command
      .helpCommand(false)
      .helpOption("-h, --help", "Show this help")
      .exitOverride((error) => {
        if (error.exitCode === 0) throw error;
        throw error.code === "commander.help" ? missingSubcommand(command) : toUsageError(command, error);
      });
  }
  return program;
}

export const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

/** Runs the command that `args` name. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const [first = "help", ...rest] = args;
  const isHelp = first === "help";
  const asked = rest.filter((word) => !word.startsWith("-") && word !== "help");
  const words = isHelp ? [...asked, "--help"] : [first, ...rest];
  if (isHelp && words[0] === "settings") return (await import("./print/print-settings.ts")).printSettings();
  const name = words[0]?.startsWith("-") ? undefined : words[0];
  const program = await createProgram(name);
  if (isHelp && !isKnown(program, asked)) words.pop();
  const command = program.commands.find((one) => one.name() === name);
  await program.parseAsync(command ? withList(command, words) : words, { from: "user" });
}

/** Whether words lead to a command. Without `--help`, the parser suggests what was meant. */
function isKnown(command: Command, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || command.commands.length === 0) return true;
  const next = command.commands.find((one) => one.name() === name);
  return next !== undefined && isKnown(next, rest);
}

/** A command of several actions lists if none is named: `toolshed rules --json`. */
export function withList(command: Command, [name = "", ...args]: string[]): string[] {
  const hasList = command.commands.some((one) => one.name() === "list");
  const [action = ""] = args;
  const isList =
    hasList && (action === "" || (action.startsWith("-") && action !== "-h" && action !== "--help"));
  return isList ? [name, "list", ...args] : [name, ...args];
}

const missingSubcommand = (command: Command): UsageError =>
  new UsageError(
    `Say what to do: ${pathOf(command)} ${command.commands.map((one) => one.name()).join("|")}. Run "${pathOf(command)} --help" for examples.`,
  );

const help = (): Partial<Help> => ({
  helpWidth: Math.min(invocation().stdout.columns || 110, 110),
  styleTitle: (text) => style("bold", text),
  styleCommandText: (text) => style("cyan", text),
  styleSubcommandTerm: (text) => style("cyan", text),
  styleOptionTerm: (text) => style("cyan", text),
  styleArgumentTerm: (text) => style("cyan", text),
  subcommandTerm: (command) =>
    [
      command.name(),
      command.commands.map((one) => one.name()).join("|"),
      ...command.registeredArguments.map((argument) => {
        const name = `${argument.name()}${argument.variadic ? "…" : ""}`;
        return argument.required ? `<${name}>` : `[${name}]`;
      }),
    ]
      .filter(Boolean)
      .join(" "),
});

/** The names of the commands in their groups, without the hidden ones. */
export const commandGroups = (): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(groups).map(([group, commands]) => [group, Object.keys(commands).filter(isShown)]),
  );

const isShown = (name: string): boolean => !name.startsWith("_");

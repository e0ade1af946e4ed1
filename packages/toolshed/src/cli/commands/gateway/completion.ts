import type { Command } from "@commander-js/extra-typings";
import { scripts } from "../../completion/scripts.ts";
import { addExamples } from "../../examples.ts";
import { invocation } from "../../invocation.ts";

const shells = ["bash", "zsh", "fish"] as const;

export function define(command: Command): void {
  command
    .summary("Print the shell completion script for bash, zsh or fish")
    .description(
      "Print a script that completes commands, options, source ids, provider ids and tool paths. It asks the gateway if one runs, and never starts one.",
    )
    .addArgument(command.createArgument("<shell>", "bash, zsh or fish").choices(shells))
    .action((shell) => {
      invocation().stdout.write(scripts[shell]);
    });
  addExamples(
    command,
    "source <(toolshed completion bash)",
    "source <(toolshed completion zsh)",
    "toolshed completion fish > ~/.config/fish/completions/toolshed.fish",
  );
}

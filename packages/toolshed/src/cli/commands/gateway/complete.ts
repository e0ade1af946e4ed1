import type { Command } from "@commander-js/extra-typings";
import { complete } from "../../completion/complete.ts";
import { invocation } from "../../invocation.ts";

/** What the completion scripts of all shells ask. It says nothing about failures. */
export function define(command: Command): void {
  command.argument("[words...]").action(async (words) => {
    const found = await complete(words).catch(() => []);
    if (found.length > 0) invocation().stdout.write(`${found.join("\n")}\n`);
  });
}

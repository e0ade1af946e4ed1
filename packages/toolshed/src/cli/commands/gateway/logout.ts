import type { Command } from "@commander-js/extra-typings";
import { homeFolder } from "../../../home/home.ts";
import { loginFile } from "../../../home/login-file.ts";
import { addExamples } from "../../examples.ts";
import { invocation } from "../../invocation.ts";
import { print } from "../../print/print.ts";

export function define(command: Command): void {
  command
    .summary("Switch back to your local gateway")
    .description("Forget the gateway you logged in to, and use the local one again.")
    .action(() => {
      loginFile(homeFolder(invocation())).remove();
      print("The commands use the gateway of your home again.");
    });
  addExamples(command, "toolshed logout");
}

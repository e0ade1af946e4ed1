import type { Command } from "@commander-js/extra-typings";
import { homeFolder } from "../../../home/home.ts";
import { runningGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { invocation } from "../../invocation.ts";
import { print } from "../../print/print.ts";

export function define(command: Command): void {
  command
    .summary("Stop the gateway, including one in the background")
    .description("Ask the gateway of this home to finish the calls under way and exit.")
    .action(async () => {
      const home = homeFolder(invocation());
      const address = await runningGateway(home);
      if (!address) return print(`No gateway runs on ${home}.`);
      await requestGateway(address, "POST /stop", {});
      print(`Asked the gateway at ${address.url} to end.`);
    });
  addExamples(command, "toolshed stop", "TOOLSHED_HOME=./home toolshed stop");
}

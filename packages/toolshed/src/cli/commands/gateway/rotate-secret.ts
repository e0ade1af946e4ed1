import type { Command } from "@commander-js/extra-typings";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { print } from "../../print/print.ts";

export function define(command: Command): void {
  command
    .summary("Give the home a new secret; connections stay")
    .description(
      "Replace the secret that encrypts credentials and signs sessions. Connections stay; people sign in again.",
    )
    .action(async () => {
      await requestGateway(await findGateway(), "POST /rotate-secret", {});
      print("The home has a new secret. Connections stay; people sign in again after the next start.");
    });
  addExamples(command, "toolshed rotate-secret");
}

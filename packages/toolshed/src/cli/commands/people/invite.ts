import type { Command } from "@commander-js/extra-typings";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { jsonOption } from "../../print/json-option.ts";
import { print, printJson } from "../../print/print.ts";

export function define(command: Command): void {
  command
    .summary("Create an invite link")
    .description("Create a link that lets one person join, within seven days.")
    .option("--role <role>", "the role they get")
    .option("--email <address>", "only this address may use the link")
    .option(...jsonOption)
    .action(async ({ json, ...body }) => {
      const answer = await requestGateway(await findGateway(), "POST /invitations", { body });
      if (json) return printJson(answer);
      print(`  Invitation  ${answer.url}\n`);
      print(
        `It lets ${body.email ?? "anyone who has it"} in, once and within seven days. It is not shown again.`,
      );
    });
  addExamples(command, "toolshed invite", "toolshed invite --email ann@example.com --role member");
}

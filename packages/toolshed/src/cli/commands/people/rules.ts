import type { Command } from "@commander-js/extra-typings";
import type { GatewayAddress } from "../../../home/gateway-address.ts";
import type { ApprovalRule, Member } from "../../../http/api.ts";
import { findById, shortId } from "../../client/find-by-id.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { jsonOption } from "../../print/json-option.ts";
import { print, printJson } from "../../print/print.ts";
import { table } from "../../print/table.ts";

const listRules = (address: GatewayAddress) => requestGateway(address, "GET /approvals/rules", {});

export function define(command: Command): void {
  command
    .summary("Set which calls are allowed, denied or need approval")
    .description(
      "Set rules that say which calls are allowed, denied or need a person's approval. First match wins.",
    );
  addExamples(
    command,
    "toolshed rules",
    "toolshed rules set samples.notes.delete ask --role member",
    "toolshed rules remove 5f0c9e21",
  );

  const list = command
    .command("list")
    .summary("List the rules (the default)")
    .description("List the rules in the order in which they are tried.")
    .option(...jsonOption)
    .action(async ({ json }) => {
      const address = await findGateway();
      const answer = await listRules(address);
      if (json) return printJson(answer);
      if (answer.rules.length === 0) {
        return print(
          "There are no rules: a destructive call in a script asks a person, any other goes by its endpoint.",
        );
      }
      const { members } = await requestGateway(address, "GET /members", {});
      print("First match wins.");
      print(
        table(
          ["ID", "EFFECT", "TOOLS", "FOR"],
          answer.rules.map((rule) => toRow(rule, members)),
        ),
      );
    });
  addExamples(list, "toolshed rules", "toolshed rules --json");

  const set = command
    .command("set")
    .summary("Add a rule")
    .description("Add a rule for the tools that match a pattern. Takes effect on the next call.")
    .argument("<pattern>", "path of a tool, or a pattern such as samples.**")
    .addArgument(
      command.createArgument("<effect>", "allow, ask or deny").choices(["allow", "ask", "deny"] as const),
    )
    .option("--role <role>", "only for people with this role")
    .option("--endpoint <name>", "only for calls through this endpoint")
    .action(async (pattern, effect, { role, endpoint }) => {
      const body = { pattern, effect, role, via: endpoint };
      await requestGateway(await findGateway(), "POST /approvals/rules", { body });
      print("Takes effect on the next call.");
    });
  addExamples(
    set,
    'toolshed rules set samples.notes.delete ask --role member --endpoint "my laptop"',
    "toolshed rules set 'github.**' deny --role guest",
  );

  const remove = command
    .command("remove")
    .summary("Remove a rule")
    .description("Remove a rule. Takes effect on the next call.")
    .argument("<id>", "the beginning of its id")
    .action(async (given) => {
      const address = await findGateway();
      const { id, pattern } = findById((await listRules(address)).rules, given, "toolshed rules");
      await requestGateway(address, "DELETE /approvals/rules/:id", { params: { id } });
      print(`The rule for ${pattern} is removed.`);
    });
  addExamples(remove, "toolshed rules remove 5f0c9e21");
}

function toRow(
  { id, userId, role, via, pattern, effect }: ApprovalRule,
  members: readonly Member[],
): string[] {
  const whose = [
    userId !== null && `for ${members.find((member) => member.id === userId)?.name ?? "the team"}`,
    role !== null && `role ${role}`,
    via !== null && `through ${via}`,
  ].filter(Boolean);
  return [shortId(id), effect, pattern, whose.length > 0 ? `(${whose.join(", ")})` : ""];
}

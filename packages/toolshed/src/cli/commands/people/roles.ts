import type { Command } from "@commander-js/extra-typings";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { unknownName } from "../../client/unknown-name.ts";
import { addExamples } from "../../examples.ts";
import { jsonOption } from "../../print/json-option.ts";
import { plural } from "../../print/plural.ts";
import { print, printJson } from "../../print/print.ts";
import { table } from "../../print/table.ts";
import { UsageError } from "../../usage-error.ts";

const example = "toolshed roles set reader samples.notes.list,granola.**";

export function define(command: Command): void {
  command
    .summary("Set which tools each role may use")
    .description("List the roles, and set which tools each may use.");
  addExamples(command, "toolshed roles", example, "toolshed roles remove reader");

  const list = command
    .command("list")
    .summary("List the roles (the default)")
    .description("List the roles with the tools they may use.")
    .option(...jsonOption)
    .action(async ({ json }) => {
      const answer = await requestGateway(await findGateway(), "GET /roles", {});
      if (json) return printJson(answer);
      const rows = answer.roles.map(({ name, patterns, memberCount }) => [
        name,
        `${patterns.join(", ") || "nothing"}  (${plural(memberCount, "member")})`,
      ]);
      print(table(["ROLE", "TOOLS"], rows));
    });
  addExamples(list, "toolshed roles", "toolshed roles --json");

  const set = command
    .command("set")
    .summary("Create or change a role")
    .description("Create a role, or change which tools it may use. Takes effect on the next call.")
    .argument("<role>", "name of the role")
    .argument("<patterns...>", "tools it may use, such as samples.notes.list or granola.**")
    .option(...jsonOption)
    .action(async (name, given, { json }) => {
      const patterns = given.flatMap((text) => text.split(",")).filter(Boolean);
      if (patterns.length === 0) throw new UsageError(`Say what the role may use. For example: ${example}`);
      const address = await findGateway();
      await requestGateway(address, "PUT /roles/:name", { params: { name }, body: { patterns } });
      const preview = await requestGateway(address, "POST /roles/preview", { body: { patterns } });
      if (json) return printJson({ name, patterns, ...preview });
      print(`${name} may use ${preview.count} of ${plural(preview.total, "tool")}.`);
      for (const { path } of preview.allowed) print(`  ${path}`);
      const more = preview.count - preview.allowed.length;
      if (more > 0) print(`  and ${more} more`);
    });
  addExamples(set, example, "toolshed roles set guest 'samples.**'");

  const remove = command
    .command("remove")
    .summary("Remove a role")
    .description("Remove a role that no member has.")
    .argument("<role>", "name of the role")
    .action(async (name) => {
      const address = await findGateway();
      const { roles } = await requestGateway(address, "GET /roles", {});
      const known = roles.map((role) => role.name);
      if (!known.includes(name)) throw unknownName("role", name, known, "toolshed roles");
      await requestGateway(address, "DELETE /roles/:name", { params: { name } });
      print(`The role ${name} is removed.`);
    });
  addExamples(remove, "toolshed roles remove reader");
}

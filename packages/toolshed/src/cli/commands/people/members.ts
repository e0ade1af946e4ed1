import type { Command } from "@commander-js/extra-typings";
import type { Member } from "../../../account/members.ts";
import type { GatewayAddress } from "../../../home/gateway-address.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { unknownName } from "../../client/unknown-name.ts";
import { addExamples } from "../../examples.ts";
import { jsonOption } from "../../print/json-option.ts";
import { print, printJson } from "../../print/print.ts";
import { table } from "../../print/table.ts";

export function define(command: Command): void {
  command
    .summary("List members, change roles, let admins add programs, remove people")
    .description("List the people of this gateway, change their roles, and remove them.");
  addExamples(
    command,
    "toolshed members",
    "toolshed members role ann@example.com admin",
    "toolshed members remove ann@example.com",
  );

  const list = command
    .command("list")
    .summary("List members and invitations (the default)")
    .description("List the members and the invitations that are open.")
    .option(...jsonOption)
    .action(async ({ json }) => {
      const address = await findGateway();
      const [{ members }, { invitations }] = await Promise.all([
        requestGateway(address, "GET /members", {}),
        requestGateway(address, "GET /invitations", {}),
      ]);
      if (json) return printJson({ members, invitations });
      const rows = members.map(({ name, email, role, mayAddPrograms }) => [
        email,
        role,
        `${name}${mayAddPrograms ? "  (may add programs)" : ""}`,
      ]);
      print(table(["EMAIL", "ROLE", "NAME"], rows));
      for (const { email, role, expiresAt } of invitations) {
        const until = new Date(expiresAt).toISOString().slice(0, 10);
        print(`invited: ${email ?? "anyone with the link"} as ${role}, until ${until}`);
      }
    });
  addExamples(list, "toolshed members", "toolshed members --json");

  const role = command
    .command("role")
    .summary("Change a member's role")
    .description("Change a member's role. Takes effect on the next call.")
    .argument("<email>", "address of the member")
    .argument("<role>", "the role, such as member or admin")
    .action(async (email, name) => {
      const address = await findGateway();
      const { id } = await findMember(address, email);
      await requestGateway(address, "PATCH /members/:id", { params: { id }, body: { role: name } });
      print(`${email} has the role ${name}, from the next call on.`);
    });
  addExamples(role, "toolshed members role ann@example.com admin");

  const programs = command
    .command("programs")
    .summary("Let an admin add sources that run programs, or not")
    .description("Choose whether an admin may add sources that run a program on the gateway's machine.")
    .argument("<email>", "address of the admin")
    .addArgument(command.createArgument("<choice>", "allow or deny").choices(["allow", "deny"] as const))
    .action(async (email, choice) => {
      const address = await findGateway();
      const { id } = await findMember(address, email);
      const allowed = choice === "allow";
      await requestGateway(address, "PUT /members/:id/programs", { params: { id }, body: { allowed } });
      print(
        `${email} ${allowed ? "can now" : "can no longer"} add sources that run a program on the gateway's machine.`,
      );
    });
  addExamples(programs, "toolshed members programs ann@example.com allow");

  const remove = command
    .command("remove")
    .summary("Remove a member")
    .description("Remove a member with their endpoints and connections.")
    .argument("<email>", "address of the member")
    .action(async (email) => {
      const address = await findGateway();
      const { id } = await findMember(address, email);
      const removed = await requestGateway(address, "DELETE /members/:id", { params: { id } });
      print(
        `${email} is removed, and so is what was theirs (endpoints: ${removed.endpoints}, connections: ${removed.connections}).`,
      );
    });
  addExamples(remove, "toolshed members remove ann@example.com");
}

async function findMember(address: GatewayAddress, wanted: string): Promise<Member> {
  const { members } = await requestGateway(address, "GET /members", {});
  const found = members.find(({ id, email }) => id === wanted || email === wanted.toLowerCase());
  if (found) return found;
  const known = members.map(({ email }) => email);
  throw unknownName("member", wanted, known, "toolshed members");
}

import type { Member } from "../account/members.ts";
import type { GatewayAddress } from "../home/gateway-address.ts";
import { UserError } from "../user-error.ts";
import { withActions } from "./actions.ts";
import { requestGateway } from "./request-gateway.ts";

export const members = withActions(
  { list, role, programs, remove },
  "Members can be listed, given a role and removed: toolshed members role ann@example.com admin.",
);

async function list(_: string[], address: GatewayAddress): Promise<void> {
  const [{ members }, { invitations }] = await Promise.all([
    requestGateway(address, "GET /members", {}),
    requestGateway(address, "GET /invitations", {}),
  ]);
  const width = Math.max(...members.map(({ email }) => email.length));
  for (const { name, email, role, mayAddPrograms } of members) {
    const more = mayAddPrograms ? "  (may add programs)" : "";
    process.stdout.write(`${email.padEnd(width)}  ${role}  ${name}${more}\n`);
  }
  for (const { email, role, expiresAt } of invitations) {
    const until = new Date(expiresAt).toISOString().slice(0, 10);
    process.stdout.write(`invited: ${email ?? "anyone with the link"} as ${role}, until ${until}\n`);
  }
}

async function role([email, name, ...rest]: string[], address: GatewayAddress): Promise<void> {
  if (!email || !name || rest.length > 0) {
    throw new UserError("Give an address and a role: toolshed members role ann@example.com admin.");
  }
  const { id } = await findMember(address, email);
  await requestGateway(address, "PATCH /members/:id", { params: { id }, body: { role: name } });
  process.stdout.write(`${email} has the role ${name}, from the next call on.\n`);
}

async function programs([email, choice, ...rest]: string[], address: GatewayAddress): Promise<void> {
  if (!email || (choice !== "allow" && choice !== "deny") || rest.length > 0) {
    throw new UserError(
      'Give an admin\'s address and "allow" or "deny": toolshed members programs ann@example.com allow.',
    );
  }
  const { id } = await findMember(address, email);
  const allowed = choice === "allow";
  await requestGateway(address, "PUT /members/:id/programs", { params: { id }, body: { allowed } });
  process.stdout.write(
    `${email} ${allowed ? "can now" : "can no longer"} add sources that run a program on the gateway's machine.\n`,
  );
}

async function remove([email, ...rest]: string[], address: GatewayAddress): Promise<void> {
  if (!email || rest.length > 0) {
    throw new UserError("Give an address: toolshed members remove ann@example.com.");
  }
  const { id } = await findMember(address, email);
  const removed = await requestGateway(address, "DELETE /members/:id", { params: { id } });
  process.stdout.write(
    `${email} is removed, and so is what was theirs (endpoints: ${removed.endpoints}, connections: ${removed.connections}).\n`,
  );
}

async function findMember(address: GatewayAddress, wanted: string): Promise<Member> {
  const { members } = await requestGateway(address, "GET /members", {});
  const found = members.find(({ id, email }) => id === wanted || email === wanted.toLowerCase());
  if (found) return found;
  throw new UserError(`No member has the address ${wanted}. Run "toolshed members" to list the members.`);
}

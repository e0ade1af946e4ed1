import type { GatewayAddress } from "../home/gateway-address.ts";
import { UserError } from "../user-error.ts";
import { withActions } from "./actions.ts";
import { plural } from "./plural.ts";
import { requestGateway } from "./request-gateway.ts";

const example = "toolshed roles set reader samples.notes.list,granola.**";

export const roles = withActions({ list, set, remove }, `Roles can be listed, set and removed: ${example}.`);

async function list(_: string[], address: GatewayAddress): Promise<void> {
  const { roles } = await requestGateway(address, "GET /roles", {});
  const width = Math.max(...roles.map(({ name }) => name.length));
  for (const { name, patterns, memberCount } of roles) {
    const people = memberCount === 1 ? "1 member" : `${memberCount} members`;
    process.stdout.write(`${name.padEnd(width)}  ${patterns.join(", ") || "nothing"}  (${people})\n`);
  }
}

async function set([name, ...given]: string[], address: GatewayAddress): Promise<void> {
  const patterns = given.flatMap((text) => text.split(",")).filter(Boolean);
  if (!name || patterns.length === 0) throw new UserError(`Give a name and what it may use: ${example}.`);
  await requestGateway(address, "PUT /roles/:name", { params: { name }, body: { patterns } });
  const { allowed, total } = await requestGateway(address, "POST /roles/preview", { body: { patterns } });
  process.stdout.write(`${name} may use ${allowed.length} of ${plural(total, "tool")}.\n`);
  for (const { path } of allowed) process.stdout.write(`  ${path}\n`);
}

async function remove([name, ...rest]: string[], address: GatewayAddress): Promise<void> {
  if (!name || rest.length > 0) throw new UserError("Give the name of a role: toolshed roles remove reader.");
  await requestGateway(address, "DELETE /roles/:name", { params: { name } });
  process.stdout.write(`The role ${name} is removed.\n`);
}

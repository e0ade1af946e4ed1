import type { GatewayAddress } from "../home/gateway-address.ts";
import type { BodyOf } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { readArgs, withActions } from "./actions.ts";
import { findById, shortId } from "./find-by-id.ts";
import { requestGateway } from "./request-gateway.ts";

const example = 'toolshed rules set samples.notes.delete ask --role member --endpoint "my laptop"';

export const rules = withActions({ list, set, remove }, `Rules can be listed, set and removed: ${example}.`);

const all = async (address: GatewayAddress) =>
  (await requestGateway(address, "GET /approvals/rules", {})).rules;

async function list(_: string[], address: GatewayAddress): Promise<void> {
  const known = await all(address);
  if (known.length === 0) {
    process.stdout.write(
      "There are no rules: a destructive call in a script asks a person, any other goes by its endpoint.\n",
    );
    return;
  }
  const { members } = await requestGateway(address, "GET /members", {});
  const nameOf = (userId: string) => members.find(({ id }) => id === userId)?.name ?? "the team";
  process.stdout.write("First match wins.\n");
  const width = Math.max(...known.map(({ pattern }) => pattern.length));
  for (const { id, userId, role, via, pattern, effect } of known) {
    const whose = [
      userId !== null && `for ${nameOf(userId)}`,
      role !== null && `role ${role}`,
      via !== null && `through ${via}`,
    ].filter(Boolean);
    const details = whose.length > 0 ? `  (${whose.join(", ")})` : "";
    process.stdout.write(`${shortId(id)}  ${effect.padEnd(5)}  ${pattern.padEnd(width)}${details}\n`);
  }
}

async function set(args: string[], address: GatewayAddress): Promise<void> {
  const { values, positionals } = readArgs(args, { role: { type: "string" }, endpoint: { type: "string" } });
  const [pattern, effect, ...rest] = positionals;
  if (!pattern || !effect || rest.length > 0)
    throw new UserError(`Give a pattern and allow, ask or deny: ${example}.`);
  await requestGateway(address, "POST /approvals/rules", {
    body: {
      pattern,
      // As it was typed: the gateway checks it.
      effect: effect as BodyOf<"POST /approvals/rules">["effect"],
      role: values.role,
      via: values.endpoint,
    },
  });
  process.stdout.write("Takes effect on the next call.\n");
}

async function remove(args: string[], address: GatewayAddress): Promise<void> {
  const { id, pattern } = findById(await all(address), args, "toolshed rules");
  await requestGateway(address, "DELETE /approvals/rules/:id", { params: { id } });
  process.stdout.write(`The rule for ${pattern} is removed.\n`);
}

import { type Install, installList } from "../../../home/installs.ts";
import { isOnMachine, clients as known } from "../../../source/clients/clients.ts";
import { thisMachine } from "../../../source/clients/this-machine.ts";
import { UserError } from "../../../user-error.ts";
import { requestEndpointPages } from "../../client/endpoint-pages.ts";
import { readConfigFile } from "../../install/config-file.ts";
import { findEntry } from "../../install/edit-config.ts";
import { invocation } from "../../invocation.ts";
import { type Check, type Finding, ok, problem, skipped, warning } from "../check.ts";
import type { Facts } from "../facts.ts";

/** Those that `toolshed install` has set up. */
export const clients: Check = {
  name: "Clients",
  async run(facts) {
    const installs = installList(facts.home).all();
    if (installs.length === 0) {
      const machine = thisMachine(invocation());
      const found = known.filter((client) => isOnMachine(client, machine)).map(({ name }) => name);
      return skipped(
        `None were set up with toolshed install.${found.length > 0 ? ` On this machine: ${found.join(", ")}.` : ""}`,
      );
    }
    const endpointIds = await listEndpointIds(facts);
    const findings = installs.flatMap((install) => judgeInstall(install, facts, endpointIds));
    const names = [...new Set(installs.map(({ client }) => nameOf(client)))];
    return findings.length > 0 ? findings : ok(`${names.join(", ")}.`);
  },
};

/** Nothing if no gateway runs. */
async function listEndpointIds({ address, gateway }: Facts): Promise<Set<string> | undefined> {
  if (!address || !gateway) return undefined;
  const ids = new Set<string>();
  for await (const page of requestEndpointPages(address)) for (const { id } of page) ids.add(id);
  return ids;
}

function judgeInstall(
  { client: id, name, file, transport, endpointId }: Install,
  { gateway }: Facts,
  endpointIds: Set<string> | undefined,
): Finding[] {
  const client = known.find((candidate) => candidate.id === id);
  if (!client) return [];
  const fix = `toolshed install ${id}`;
  let entry: unknown;
  try {
    entry = findEntry({ ...client, file }, readConfigFile(file).text ?? "", name);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [problem(`${client.name} can't be checked: ${error.message}`, `Correct ${file}`)];
  }
  if (entry === undefined) {
    return [warning(`${client.name} no longer has the server "${name}" in ${file}.`, fix)];
  }
  if (endpointIds && !endpointIds.has(endpointId)) {
    return [problem(`${client.name} can't connect: its endpoint was revoked.`, fix)];
  }
  const isElsewhere = transport === "http" && gateway && !JSON.stringify(entry).includes(`${gateway.url}/`);
  return isElsewhere ? [problem(`${client.name} connects to another address than ${gateway.url}.`, fix)] : [];
}

const nameOf = (id: string): string => known.find((client) => client.id === id)?.name ?? id;

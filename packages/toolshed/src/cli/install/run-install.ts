import type { GatewayAddress } from "../../home/gateway-address.ts";
import { homeFolder } from "../../home/home.ts";
import { type Install, installList } from "../../home/installs.ts";
import { createMaskSecrets } from "../../record/mask-secrets.ts";
import type { ClientId } from "../../source/clients/client-ids.ts";
import { clients, isOnMachine } from "../../source/clients/clients.ts";
import { clientOf, thisMachine } from "../../source/clients/this-machine.ts";
import { UserError } from "../../user-error.ts";
import { findEndpoint } from "../client/endpoint-pages.ts";
import { findGateway } from "../client/find-gateway.ts";
import { requestGateway } from "../client/request-gateway.ts";
import { exitCodes } from "../exit-codes.ts";
import { invocation, type TerminalOutput } from "../invocation.ts";
import { note, print, printJson } from "../print/print.ts";
import { printable } from "../print/printable.ts";
import { style } from "../print/style.ts";
import { table } from "../print/table.ts";
import { prompt } from "../prompts/prompt.ts";
import { UsageError } from "../usage-error.ts";
import { modeFor } from "./config-file.ts";
import { applyInstall, type ClientDoor, type InstallPlan, planInstall } from "./install-client.ts";
import { showDiff } from "./show-diff.ts";
import { waitForUse } from "./wait-for-use.ts";

interface Options {
  readonly http?: true | undefined;
  readonly stdio?: true | undefined;
  readonly project?: true | undefined;
  readonly file?: string | undefined;
  readonly name: string;
  readonly print?: true | undefined;
  readonly yes?: true | undefined;
  readonly wait: boolean;
  readonly json?: true | undefined;
}

const hiddenToken = "tsk_••••••••";
const waitMs = 5 * 60_000;

export async function runInstall(id: ClientId | undefined, options: Options): Promise<void> {
  const installs = installList(homeFolder(invocation()));
  if (id === undefined) return listClients(options);
  if (options.http && options.stdio) throw new UsageError("Give --http or --stdio, not both.");
  const client = clientOf(id);
  const machine = thisMachine(invocation());
  const plan = await planWithName(options.name, (name) =>
    planInstall(
      client,
      {
        name,
        transport: options.http ? "http" : options.stdio && "stdio",
        isProject: options.project === true,
        file: options.file,
      },
      machine,
      installs,
    ),
  );
  const gateway = await findGateway();
  const { url } = await requestGateway(gateway, "GET /status", {});
  const mcpUrl = `${url}/api/mcp`;
  if (options.print) return printPlan(plan, mcpUrl, options);
  const preview = plan.edit({ url: mcpUrl, token: plan.former?.token ?? hiddenToken }).text;
  const isChange = preview !== plan.before.text;
  if (!options.json && isChange) showChange(plan, preview);
  if (isChange && !options.yes && !(await isConfirmed())) {
    note("Nothing was changed.");
    invocation().exitCode = exitCodes.failed.code;
    return;
  }
  const door = await openDoor(gateway, plan, mcpUrl);
  const lastUsedAt = async () => (await findEndpoint(gateway, door.endpointId))?.lastUsedAt ?? null;
  // A client can connect as soon as its file is written.
  const usedBefore = await lastUsedAt();
  const install = await apply(gateway, plan, door);
  if (options.json) printJson({ client: client.id, file: plan.place.file, endpointId: door.endpointId });
  else tellDone(plan, install, gateway, isChange);
  if (options.wait) await waitForClient(plan, lastUsedAt, usedBefore);
}

function listClients({ json }: Options): void {
  const machine = thisMachine(invocation());
  const installs = installList(homeFolder(invocation()));
  const all = clients.map((client) => ({
    id: client.id,
    name: client.name,
    found: isOnMachine(client, machine),
    file: client.userFile(machine),
    installed: installs.of(client.id).map(({ file }) => file),
  }));
  if (json) {
    printJson({ clients: all });
    return;
  }
  const stateOf = ({ found, installed }: (typeof all)[number]) =>
    installed.length > 0 ? `set up in ${installed.join(", ")}` : found ? "found" : "not found";
  print(
    table(
      ["CLIENT", "NAME", "STATUS"],
      all.map((client) => [client.id, client.name, stateOf(client)]),
    ),
  );
  note("Set one up with: toolshed install <client>");
}

/** The change or, of a file that can only be edited by hand, the entry. */
function printPlan(plan: InstallPlan, url: string, { json }: Options): void {
  const door = { url, token: hiddenToken };
  const { file, container } = plan.place;
  const entry = { container, name: plan.name, entry: plan.entry(door) };
  if (json) printJson({ file, ...entry });
  else if (plan.isEditable) print(`${file}\n${toDiff(plan, plan.edit(door).text)}`);
  else
    print(`Add to "${container}" in ${file}:\n${JSON.stringify({ [plan.name]: entry.entry }, undefined, 2)}`);
}

function showChange(plan: InstallPlan, text: string): void {
  const { file } = plan.place;
  note(`${plan.before.text === undefined ? "Creates" : "Changes"} ${file}:\n`);
  const { stderr } = invocation();
  stderr.write(`${toDiff(plan, text, stderr)}\n\n`);
}

/** Secrets of this and of other servers in the file are masked. */
function toDiff(
  { before, former }: InstallPlan,
  text: string,
  stream: TerminalOutput = invocation().stdout,
): string {
  const hide = (shown: string) => (former ? shown.replaceAll(former.token, hiddenToken) : shown);
  const mask = createMaskSecrets([]);
  const color = { "+": "green", "-": "red" } as const;
  return showDiff(hide(before.text ?? ""), hide(text))
    .map((line) => {
      const shown = printable(mask(line).replaceAll("\t", "    "));
      const kind = color[line[0] as keyof typeof color];
      return kind ? style(kind, shown, stream) : shown;
    })
    .join("\n");
}

async function isConfirmed(): Promise<boolean> {
  if (!invocation().stdin.isTTY)
    throw new UserError("Nobody can be asked here. Add --yes to make the change.");
  const isWanted = await prompt(({ confirm }, common) =>
    confirm({ message: "Make this change?", ...common }),
  );
  return isWanted === true;
}

/** A name that another server has is asked for again, where a person can be asked. */
async function planWithName(name: string, plan: (name: string) => InstallPlan): Promise<InstallPlan> {
  try {
    return plan(name);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "name_taken" || !invocation().stdin.isTTY)
      throw error;
    note(error.message);
    const other = await prompt(({ text }, common) => text({ message: "Another name", ...common }));
    if (!other?.trim()) throw error;
    return planWithName(other.trim(), plan);
  }
}

/** The endpoint that the client had before, if it still exists, or a new one with the client's name. */
async function openDoor(gateway: GatewayAddress, { client }: InstallPlan, url: string): Promise<ClientDoor> {
  for (const { endpointId, token } of installList(homeFolder(invocation())).of(client.id))
    if (await findEndpoint(gateway, endpointId)) return { url, endpointId, token };
  const made = await requestGateway(gateway, "POST /endpoints", { body: { name: client.name } });
  return { url: made.url, endpointId: made.id, token: made.token };
}

/** An endpoint that nothing uses is not left behind. */
async function apply(gateway: GatewayAddress, plan: InstallPlan, door: ClientDoor): Promise<Install> {
  const installs = installList(homeFolder(invocation()));
  try {
    return applyInstall(plan, door, installs);
  } catch (error) {
    if (!installs.all().some(({ endpointId }) => endpointId === door.endpointId))
      await requestGateway(gateway, "DELETE /endpoints/:id", { params: { id: door.endpointId } });
    throw error;
  }
}

function tellDone(
  plan: InstallPlan,
  { backup }: Install,
  { background }: GatewayAddress,
  isChange: boolean,
): void {
  const { client, place, before, transport } = plan;
  const lines = [
    isChange ? `${client.name} is set up in ${place.file}.` : `${client.name} was already set up.`,
  ];
  if (isChange && backup !== undefined) lines.push(`A backup is in ${backup}.`);
  if (before.mode !== undefined && modeFor(before.mode, transport === "http") !== before.mode)
    lines.push("Only you can read the file now, since it contains a token.");
  if (background && transport === "http")
    lines.push(
      'The gateway runs in the background and stops when idle. Keep it running with "toolshed start".',
    );
  print(lines.join("\n"));
}

/** Ctrl-C only stops the waiting: all is in place. */
async function waitForClient(
  { client }: InstallPlan,
  lastUsedAt: () => Promise<number | null>,
  usedBefore: number | null,
): Promise<void> {
  note(`Waiting for ${client.name} to connect. ${client.next} (Ctrl-C stops waiting; the setup stays.)`);
  const isConnected = await waitForUse(lastUsedAt, usedBefore, waitMs);
  if (isConnected) print(style("green", `${client.name} connected ✓`));
  else note(`${client.name} hasn't connected yet. It will when you open it.`);
}

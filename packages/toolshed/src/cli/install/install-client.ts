import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Install, installList } from "../../home/installs.ts";
import { type ClientMachine, isOnMachine, type KnownClient } from "../../source/clients/clients.ts";
import type { ConfigObject, Insertion } from "../../source/clients/formats/config-format.ts";
import { UserError } from "../../user-error.ts";
import { UsageError } from "../usage-error.ts";
import {
  backUp,
  type ConfigFile,
  hashOf,
  makeFolder,
  modeFor,
  readConfigFile,
  removeConfigFile,
  writeConfigFile,
} from "./config-file.ts";
import {
  addEntry,
  type ConfigPlace,
  canAddEntry,
  findEntry,
  removeEntry,
  revertInsertions,
} from "./edit-config.ts";
import { ownCommand } from "./own-command.ts";

export interface InstallOptions {
  /** What the server is called in the client. */
  readonly name: string;
  readonly transport?: "http" | "stdio" | undefined;
  readonly isProject: boolean;
  /** Instead of where the client keeps its configuration. */
  readonly file?: string | undefined;
}

/** What opens the gateway to the client. */
export interface ClientDoor {
  readonly url: string;
  readonly endpointId: string;
  readonly token: string;
}

export interface InstallPlan {
  readonly client: KnownClient;
  readonly name: string;
  readonly place: ConfigPlace;
  readonly transport: "http" | "stdio";
  readonly before: ConfigFile;
  /** The text without an entry of ours. */
  readonly base: string;
  /** Whether the file is laid out so that it can be edited. */
  readonly isEditable: boolean;
  /** Of the same server, if it was set up before. */
  readonly former?: Install;
  entry(door: Pick<ClientDoor, "url" | "token">): ConfigObject;
  /** The text with the entry. */
  edit(door: Pick<ClientDoor, "url" | "token">): { text: string; insertions: Insertion[] };
}

/** What all clients take. */
const serverName = /^[A-Za-z0-9][\w.-]{0,63}$/;

type Installs = ReturnType<typeof installList>;

/** Finds the configuration and decides what to write, without changing anything. */
export function planInstall(
  client: KnownClient,
  options: InstallOptions,
  machine: ClientMachine,
  installs: Installs,
): InstallPlan {
  const { name, isProject } = options;
  if (!serverName.test(name))
    throw new UsageError(
      `"${name}" is not a name for a server. Use letters, digits, "-", "_" and ".", such as toolshed.`,
    );
  const file = configFile(client, options, machine);
  const transport = chooseTransport(client, options);
  const place = { file, format: client.format, container: client.container };
  const before = readConfigFile(file);
  const former = installs.find(file, name);
  const text = before.text ?? "";
  const entry: InstallPlan["entry"] = ({ url, token }) =>
    transport === "http" && client.http
      ? client.http({ url, headers: { Authorization: `Bearer ${token}` } }, name)
      : client.stdio(ownCommand(client.id, isProject, machine), name);
  const present = former ? undefined : findEntry(place, text, name);
  // A colleague may have added it: then only the endpoint is missing.
  const isShared = transport === "stdio" && isDeepStrictEqual(present, entry({ url: "", token: "" }));
  if (present !== undefined && !isShared)
    throw new UserError(
      `${client.name} already has a server named "${name}" that "toolshed install" didn't add. Choose another name with --name, or remove it from ${file} first.`,
      { code: "name_taken" },
    );
  const base = former ? withoutEntry(place, former, text) : text;
  return {
    client,
    name,
    place,
    transport,
    before,
    base,
    ...(former && { former }),
    isEditable: isShared || canAddEntry(place, base, name),
    entry,
    edit: (door) => (isShared ? { text: base, insertions: [] } : addEntry(place, base, name, entry(door))),
  };
}

/** Writes the configuration, and what is needed to undo that. */
export function applyInstall(plan: InstallPlan, door: ClientDoor, installs: Installs): Install {
  const { client, name, place, transport, before, base, former } = plan;
  const { text, insertions } = plan.edit(door);
  const mode = former ? former.mode : before.mode;
  const madeFolder = former ? former.madeFolder : makeFolder(place.file);
  const isEdited = former !== undefined && hashOf(before.text ?? "") !== former.hash;
  const hadContainer = place.format.parse(base.replace(/^\uFEFF/, ""))[place.container] !== undefined;
  const backup = former && !isEdited ? former.backup : backUp(before);
  const install: Install = {
    client: client.id,
    name,
    file: place.file,
    transport,
    endpointId: door.endpointId,
    token: door.token,
    insertions,
    hash: hashOf(text),
    ...(mode !== undefined && { mode }),
    ...(backup !== undefined && { backup }),
    madeFile: former ? former.madeFile && !isEdited : before.text === undefined,
    ...(madeFolder !== undefined && { madeFolder }),
    madeContainer: former?.madeContainer ?? !hadContainer,
  };
  installs.save(install);
  try {
    writeConfigFile(before, text, modeFor(mode, transport === "http"));
  } catch (error) {
    if (former) installs.save(former);
    else {
      installs.remove(install);
      if (backup !== undefined) rmSync(backup, { force: true });
    }
    throw error;
  }
  return install;
}

/** Reverts what an install wrote: exactly, unless the file was edited since. */
export function revertInstall(
  install: Install,
  client: KnownClient,
  installs: Installs,
): { before: string; after: string | undefined; isExact: boolean } {
  const place = { file: install.file, format: client.format, container: client.container };
  const file = readConfigFile(install.file);
  const before = file.text ?? "";
  const isExact = hashOf(before) === install.hash;
  if (isExact && install.madeFile) removeConfigFile(file.target, install.madeFolder);
  else if (file.text !== undefined)
    writeConfigFile(file, withoutEntry(place, install, before), install.mode ?? modeFor(file.mode, false));
  const after = readConfigFile(install.file).text;
  if (isExact && install.backup !== undefined) rmSync(install.backup, { force: true });
  installs.remove(install);
  return { before, after, isExact };
}

function withoutEntry(place: ConfigPlace, install: Install, text: string): string {
  // The entry was there before.
  if (install.insertions.length === 0) return text;
  if (hashOf(text) === install.hash) return revertInsertions(text, install.insertions);
  if (findEntry(place, text, install.name) === undefined) return text;
  return removeEntry(place, text, install.name, install.madeContainer);
}

/** Which file is changed. Says so if the client is not on this machine. */
function configFile(
  client: KnownClient,
  { file, isProject }: InstallOptions,
  machine: ClientMachine,
): string {
  if (file !== undefined) return resolve(machine.folder, file);
  if (isProject) {
    if (client.projectFile === undefined)
      throw new UserError(`${client.name} has no configuration for a project. Leave --project out.`);
    return join(machine.folder, client.projectFile);
  }
  const found = client.userFile(machine);
  if (isOnMachine(client, machine)) return found;
  throw new UserError(
    `Couldn't find ${client.name}: there is no ${found}. Install ${client.name} first, or give its configuration with --file.`,
  );
}

function chooseTransport(client: KnownClient, { transport, isProject }: InstallOptions): "http" | "stdio" {
  if (transport === "http" && !client.http)
    throw new UserError(`${client.name} only starts programs, so it needs --stdio.`);
  if (transport === "http" && isProject)
    throw new UserError(
      "A project's configuration is shared with others, and --http would put your token into it. Use --stdio.",
    );
  return transport ?? (client.http && !isProject ? "http" : "stdio");
}

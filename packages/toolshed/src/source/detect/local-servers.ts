import { resolve } from "node:path";
import { installList } from "../../home/installs.ts";
import { cleanText } from "../clean-text.ts";
import { clientFiles } from "../clients/clients.ts";
import { thisMachine } from "../clients/this-machine.ts";
import { readConfigFile } from "./read-config-file.ts";
import { readServers, type ServerInFile } from "./read-servers.ts";
import { runners } from "./suggest-name.ts";

export interface LocalServer extends ServerInFile {
  /** The program whose file it is in. */
  readonly client: string;
}

/** The servers in the files of MCP clients on this machine, without this gateway. Files that cannot be read are left out. */
export function findLocalServers(home: string): LocalServer[] {
  const machine = thisMachine();
  const installs = installList(home);
  // A gateway has no project of its own.
  const found = clientFiles({ ...machine, folder: machine.home }).flatMap(({ client, file }) =>
    readFile(file).map((server) => ({ ...server, client: client.name })),
  );
  const byPlace = new Map(found.map((server) => [JSON.stringify([server.file, server.name]), server]));
  return [...byPlace.values()].filter(({ file, name }) => !installs.find(resolve(file), name));
}

function readFile(file: string): ServerInFile[] {
  const text = readConfigFile(file);
  if (text === undefined) return [];
  try {
    return readServers(file, text);
  } catch {
    return [];
  }
}

/** What may be told about a server in a file: arguments, addresses and values can hold keys, and stay there. */
export function describeLocal({ id, name, client, file, config, secrets, problem }: LocalServer) {
  const hidden = [...Object.keys(secrets.env), ...Object.keys(secrets.headers)];
  return {
    ...{ id, client, file },
    name: cleanText(name).slice(0, 200),
    runsProgram: config.transport === "stdio",
    target: config.transport === "stdio" ? describeCommand(config) : new URL(config.url).host,
    secretNames: hidden.map((one) => cleanText(one).slice(0, 200)),
    ...(problem !== undefined && { problem }),
  };
}

const flagsOfRunners = new Set(["-y", "--yes", "-q", "--quiet", "run", "-i", "--rm", "-m", "x", "dlx"]);

/** The program, and the package or file that a runner such as `npx` starts. Any other argument may be a key. */
function describeCommand({ command, args }: { command: string; args: readonly string[] }): string {
  const [program = ""] = (command.split(/[/\\]/).at(-1) ?? "").split(/\s/);
  const first = runners.test(program) ? args.find((one) => !flagsOfRunners.has(one)) : undefined;
  const isName =
    first !== undefined && /^@?[a-z][\w.-]*(?:\/[\w.-]+)?$/i.test(first) && !/(?:\d.*){5}/.test(first);
  return cleanText([program, ...(isName ? [first] : []), ...(args.length > 0 ? ["…"] : [])].join(" ")).slice(
    0,
    200,
  );
}

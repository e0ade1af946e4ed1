import { existsSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import { homeFolder } from "../../../home/home.ts";
import { installList } from "../../../home/installs.ts";
import { clientFiles } from "../../../source/clients/clients.ts";
import { thisMachine } from "../../../source/clients/this-machine.ts";
import { readConfigFile } from "../../../source/detect/read-config-file.ts";
import { readServers, type ServerInFile } from "../../../source/detect/read-servers.ts";
import { UserError } from "../../../user-error.ts";
import { makeLineVisible } from "../../../visible-text.ts";
import { readText } from "../../arguments/read-text.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { exitCodes } from "../../exit-codes.ts";
import { fromCwd, invocation } from "../../invocation.ts";
import { describeSource } from "../../print/describe-source.ts";
import { jsonOption } from "../../print/json-option.ts";
import { note, print, printJson } from "../../print/print.ts";
import { withProgress } from "../../print/progress.ts";

interface Options {
  readonly all?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly from?: string | undefined;
  readonly json?: true | undefined;
}

export function define(command: Command): void {
  command
    .summary("Add the MCP servers that your clients have")
    .description(
      "Find the MCP servers in the configuration of Claude, Cursor, VS Code and other clients, or in a file, and add those you name. " +
        "Without names it lists what it found.",
    )
    .argument("[file]", "configuration file to read, instead of those of known clients")
    .argument("[names...]", "servers to add")
    .option("--all", "add all of them")
    .option("--dry-run", "list them and add nothing")
    .option("--from <file>", "configuration file, if its name doesn't look like one")
    .option(...jsonOption)
    .action((file, names, options) => importServers(file === undefined ? [] : [file, ...names], options));
  addExamples(command, "toolshed import", "toolshed import --all", "toolshed import ./mcp.json files linear");
}

async function importServers(given: readonly string[], options: Options): Promise<void> {
  const [first = ""] = given;
  const file = options.from ?? (/[./\\]/.test(first) ? first : undefined);
  const wanted = file === first ? given.slice(1) : given;
  const known = clientFiles(thisMachine(invocation())).map((one) => one.file);
  const files = file === undefined ? known.filter((path) => existsSync(path)) : [file];
  const installs = installList(homeFolder(invocation()));
  const servers = files
    .flatMap((path) => readServers(path, file === undefined ? (readConfigFile(path) ?? "") : readText(path)))
    // Not this gateway itself.
    .filter((server) => !installs.find(fromCwd(server.file), server.name));
  if (servers.length === 0) {
    const none =
      file === undefined
        ? "No client here has MCP servers. Give a file: toolshed import ./mcp.json."
        : `${file} has no MCP servers. Give a file with "mcpServers", such as .mcp.json.`;
    if (file !== undefined || wanted.length > 0 || options.all) throw new UserError(none);
    if (options.json) printJson({ servers });
    else print(none);
    return;
  }
  const missing = wanted.find((one) => !servers.some(({ name, id }) => name === one || id === one));
  if (missing !== undefined) {
    const known = servers.map(({ name }) => name).join(", ");
    throw new UserError(`There is no server "${missing}" in what was found. Choose from: ${known}.`);
  }
  const chosen = options.all
    ? servers
    : servers.filter(({ name, id }) => wanted.includes(name) || wanted.includes(id));
  if (chosen.length === 0 || options.dryRun) list(chosen.length === 0 ? servers : chosen, options);
  else await addAll(chosen, options);
}

function list(servers: readonly ServerInFile[], { json }: Options): void {
  if (json) {
    printJson({
      servers: servers.map(({ secrets, ...server }) => ({ ...server, given: namesIn(secrets) })),
    });
    return;
  }
  for (const server of servers) print(describe(server));
  print('Nothing was added: name the ones you want, or give --all. For example: "toolshed import --all".');
}

async function addAll(servers: readonly ServerInFile[], { json }: Options): Promise<void> {
  const address = await findGateway();
  const added: unknown[] = [];
  const failed: { id: string; error: string }[] = [];
  for (const { id, problem, config, secrets, file } of servers) {
    try {
      if (problem !== undefined) throw new UserError(problem);
      const body = { id, kind: "mcp", config, secrets };
      const adding = requestGateway(address, "POST /sources", { body });
      const source = await withProgress(`Connecting to ${id}…`, adding);
      added.push(source);
      if (!json) print(`Added from ${makeLineVisible(file)}. ${describeSource(source)}`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failed.push({ id, error: error.message });
      if (!json) note(`${id} was not added: ${error.message}`);
    }
  }
  if (json) printJson({ added, failed });
  if (failed.length > 0) invocation().exitCode = exitCodes.failed.code;
}

const namesIn = ({ env, headers }: ServerInFile["secrets"]): string[] => [
  ...Object.keys(env),
  ...Object.keys(headers),
];

/** What it would run or reach. The values of its environment and headers may be secrets and are not shown. */
function describe({ id, name, file, problem, config, secrets }: ServerInFile): string {
  const target = config.transport === "stdio" ? [config.command, ...config.args].join(" ") : config.url;
  const given = namesIn(secrets);
  const details = [
    `from ${file}`,
    name !== id && `named ${name}`,
    given.length > 0 && `with ${given.join(", ")}`,
    problem,
  ];
  const lines = [`${id.padEnd(20)} ${target}`, `${"".padEnd(20)} ${details.filter(Boolean).join("; ")}`];
  // The authors of a project chose these texts.
  return lines.map(makeLineVisible).join("\n");
}

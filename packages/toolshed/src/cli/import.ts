import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { UserError } from "../user-error.ts";
import { readArgs } from "./actions.ts";
import { clientConfigs } from "./client-configs.ts";
import { describeSource } from "./describe-source.ts";
import { findGateway } from "./find-gateway.ts";
import { type FoundServer, readServers } from "./read-servers.ts";
import { requestGateway } from "./request-gateway.ts";

/** Adds the MCP servers that another program has in its configuration. */
export async function importServers(args: string[]): Promise<void> {
  const { values, positionals } = readArgs(args, {
    all: { type: "boolean" },
    "dry-run": { type: "boolean" },
    from: { type: "string" },
  });
  const [first = ""] = positionals;
  const file = values.from ?? (/[./\\]/.test(first) ? first : undefined);
  const wanted = file === first ? positionals.slice(1) : positionals;
  const files = file === undefined ? clientConfigs(homedir(), process.cwd()).filter(existsSync) : [file];
  const servers = files.flatMap((path) => readServers(path, readText(path)));
  if (servers.length === 0) {
    throw new UserError(
      file === undefined
        ? "Neither Claude, Cursor nor VS Code has MCP servers here. Give the file: toolshed import ./mcp.json."
        : `There are no MCP servers in ${file}.`,
    );
  }
  const chosen = values.all
    ? servers
    : servers.filter(({ name, id }) => wanted.includes(name) || wanted.includes(id));
  const missing = wanted.filter((one) => !servers.some(({ name, id }) => name === one || id === one));
  if (missing.length > 0) throw new UserError(`There is no server "${missing[0]}" in what was found.`);
  if (chosen.length === 0 || values["dry-run"]) {
    for (const server of chosen.length === 0 ? servers : chosen) process.stdout.write(`${show(server)}\n`);
    process.stdout.write(
      'Nothing was added: name the ones you want, or give --all. For example: "toolshed import --all".\n',
    );
    return;
  }
  await addAll(chosen);
}

async function addAll(servers: readonly FoundServer[]): Promise<void> {
  const address = await findGateway();
  for (const { id, problem, config, secrets, file } of servers) {
    if (problem !== undefined) {
      process.stderr.write(`${id} was not added: ${problem}\n`);
      process.exitCode = 1;
      continue;
    }
    const body = { id, kind: "mcp", config, secrets };
    await requestGateway(address, "POST /sources", { body }).then(
      (source) => process.stdout.write(`Added from ${file}. ${describeSource(source)}`),
      (error) => {
        process.stderr.write(`${id} was not added: ${error.message}\n`);
        process.exitCode = 1;
      },
    );
  }
}

/** What it would run or reach. The values of its environment and headers may be secrets and are not shown. */
function show({ id, name, file, problem, config, secrets }: FoundServer): string {
  const target = config.transport === "stdio" ? [config.command, ...config.args].join(" ") : config.url;
  const given = [...Object.keys(secrets.env), ...Object.keys(secrets.headers)];
  const details = [name !== id && `named ${name}`, given.length > 0 && `with ${given.join(", ")}`, problem];
  return `${id.padEnd(20)} ${target}\n${"".padEnd(20)} ${[`from ${file}`, ...details].filter(Boolean).join("; ")}`;
}

function readText(path: string): string {
  if (!existsSync(path)) throw new UserError(`There is no file ${path}.`);
  return readFileSync(path, "utf8");
}

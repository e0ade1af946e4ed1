import { UserError } from "../../user-error.ts";
import { clients } from "../clients/clients.ts";
import { BrokenConfig, type ConfigFormat } from "../clients/formats/config-format.ts";
import { jsoncFormat } from "../clients/formats/jsonc.ts";
import { tomlFormat } from "../clients/formats/toml.ts";
import { yamlFormat } from "../clients/formats/yaml.ts";

/** An MCP server as another program has it. */
export interface FoundServer {
  readonly id: string;
  readonly name: string;
  readonly config:
    | { transport: "stdio"; command: string; args: string[]; cwd?: string }
    | { transport: "http" | "sse"; url: string; allowPrivate: boolean };
  readonly secrets: { env: Record<string, string>; headers: Record<string, string> };
  /** Why it cannot be added as it is. */
  readonly problem?: string;
}

export type ServerInFile = FoundServer & { readonly file: string };

/** A value that only the program knows whose configuration it is in. */
export const placeholder = /\$\{[^{}]*\}/;
const ownMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Reads the servers of a configuration file. */
export const readServers = (file: string, text: string): ServerInFile[] =>
  serversIn(parse(file, text)).map((server) => ({ ...server, file }));

/** The servers of a configuration, wherever a client keeps them in it. */
export const serversIn = (root: Record<string, unknown>): FoundServer[] =>
  entriesIn(root).flatMap(([name, entry]) => toServer(name, entry) ?? []);

/** What is written where servers are, by name. */
export function entriesIn(root: Record<string, unknown>): [name: string, entry: Record<string, unknown>][] {
  const projects = Object.values(asObject(root.projects)).map(asObject);
  const containers = new Set(clients.map(({ container }) => container));
  const all = [
    ...[...containers].map((container) => root[container]),
    asObject(root.mcp).servers,
    ...projects.map((one) => one.mcpServers),
  ];
  const byName = new Map(all.flatMap((servers) => Object.entries(asObject(servers))));
  return [...byName].map(([name, entry]) => [name, asObject(entry)]);
}

export const urlOf = (entry: Record<string, unknown>): unknown =>
  entry.url ?? entry.serverUrl ?? entry.httpUrl ?? entry.uri;

/** Undefined if the entry is not a server. */
export function toServer(name: string, entry: Record<string, unknown>): FoundServer | undefined {
  const url = urlOf(entry);
  const command = entry.command ?? entry.cmd;
  const secrets = {
    env: asStrings(entry.env ?? entry.envs),
    headers: asStrings(entry.headers ?? entry.http_headers),
  };
  const texts = [JSON.stringify(entry.args), JSON.stringify(secrets), asText(url)];
  const base = {
    id: toId(name),
    name,
    secrets,
    ...(texts.some((text) => placeholder.test(text)) && {
      problem: "its values refer to others that only that program knows; add it with toolshed add mcp",
    }),
  };
  if (typeof command === "string") {
    const args = Array.isArray(entry.args) ? entry.args.map(asText) : [];
    const cwd = typeof entry.cwd === "string" && { cwd: entry.cwd };
    return { ...base, config: { transport: "stdio", command, args, ...cwd } };
  }
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  const transport = entry.type === "sse" || entry.transport === "sse" ? "sse" : "http";
  return { ...base, config: { transport, url, allowPrivate: ownMachine.test(new URL(url).hostname) } };
}

/** A valid id that is close to the name. */
export const toId = (name: string): string =>
  name
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, 40) || "server";

function parse(file: string, text: string): Record<string, unknown> {
  const { name, format } = formatOf(file);
  try {
    return asObject(format.parse(text.replace(/^\uFEFF/, "")));
  } catch (error) {
    // The stack overflows, or the library for YAML counts too many aliases.
    if (error instanceof RangeError || error instanceof ReferenceError)
      throw new UserError(`${file} is nested too deeply, or repeats itself too often, to be read.`);
    if (!(error instanceof BrokenConfig)) throw error;
    throw new UserError(
      `${file} is not ${name} (line ${error.line}: ${error.message}). Give a file with "mcpServers", such as .mcp.json.`,
    );
  }
}

function formatOf(file: string): { name: string; format: ConfigFormat } {
  if (file.endsWith(".toml")) return { name: "TOML", format: tomlFormat };
  if (/\.ya?ml$/.test(file)) return { name: "YAML", format: yamlFormat };
  return { name: "JSON", format: jsoncFormat };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const asStrings = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(asObject(value)).map(([key, item]) => [key, asText(item)]));

/** An object of a file may have a `toString` that isn't a function. */
const asText = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

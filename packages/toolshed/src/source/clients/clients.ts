import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { ClientId } from "./client-ids.ts";
import type { ConfigFormat, ConfigObject } from "./formats/config-format.ts";
import { jsoncFormat } from "./formats/jsonc.ts";
import { tomlFormat } from "./formats/toml.ts";
import { yamlFormat } from "./formats/yaml.ts";

/** Where a command runs, which decides where clients keep their files. */
export interface ClientMachine {
  readonly platform: NodeJS.Platform;
  /** Of the person. */
  readonly home: string;
  /** The current one. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface HttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An MCP client, and how it is told about a server. */
export interface KnownClient {
  readonly id: ClientId;
  readonly name: string;
  readonly format: ConfigFormat;
  /** The key of the object that has an entry for each server. */
  readonly container: string;
  userFile(machine: ClientMachine): string;
  /** In the folder of a project. */
  readonly projectFile?: string;
  /** What it is started with, if it runs in a terminal. */
  readonly program?: string;
  /** Absent if it only starts programs. */
  http?(server: HttpServer, name: string): ConfigObject;
  stdio(server: StdioServer, name: string): ConfigObject;
  /** What makes it read its configuration again. */
  readonly next: string;
}

const plainStdio = ({ command, args, env }: StdioServer): ConfigObject => ({
  command,
  args: [...args],
  ...(Object.keys(env).length > 0 && { env: { ...env } }),
});

/** Where programs with windows keep their settings. */
function settingsFolder({ platform, home, environment }: ClientMachine): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return environment.APPDATA ?? join(home, "AppData", "Roaming");
  return environment.XDG_CONFIG_HOME || join(home, ".config");
}

/** As the settings, but macOS programs of the terminal's tradition keep them as on Linux. */
const unixSettings = (machine: ClientMachine): string =>
  machine.platform === "darwin" ? join(machine.home, ".config") : settingsFolder(machine);

export const clients: readonly KnownClient[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    format: jsoncFormat,
    container: "mcpServers",
    userFile: ({ home, environment }) => join(environment.CLAUDE_CONFIG_DIR ?? home, ".claude.json"),
    projectFile: ".mcp.json",
    program: "claude",
    http: ({ url, headers }) => ({ type: "http", url, headers }),
    stdio: (server) => ({ type: "stdio", ...plainStdio(server) }),
    next: "Start claude, or run /mcp in an open session.",
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    format: jsoncFormat,
    container: "mcpServers",
    userFile: (machine) => join(settingsFolder(machine), "Claude", "claude_desktop_config.json"),
    stdio: plainStdio,
    next: "Quit Claude Desktop and open it again.",
  },
  {
    id: "cursor",
    name: "Cursor",
    format: jsoncFormat,
    container: "mcpServers",
    userFile: ({ home }) => join(home, ".cursor", "mcp.json"),
    projectFile: join(".cursor", "mcp.json"),
    http: ({ url, headers }) => ({ url, headers }),
    stdio: plainStdio,
    next: "Open Cursor: Settings, MCP shows the server.",
  },
  {
    id: "vscode",
    name: "VS Code",
    format: jsoncFormat,
    container: "servers",
    userFile: (machine) => join(settingsFolder(machine), "Code", "User", "mcp.json"),
    projectFile: join(".vscode", "mcp.json"),
    http: ({ url, headers }) => ({ type: "http", url, headers }),
    stdio: (server) => ({ type: "stdio", ...plainStdio(server) }),
    next: "Open VS Code and start the server: MCP: List Servers.",
  },
  {
    id: "codex",
    name: "Codex",
    format: tomlFormat,
    container: "mcp_servers",
    userFile: ({ home, environment }) => join(environment.CODEX_HOME ?? join(home, ".codex"), "config.toml"),
    projectFile: join(".codex", "config.toml"),
    program: "codex",
    http: ({ url, headers }) => ({ url, http_headers: headers }),
    stdio: plainStdio,
    next: "Start codex.",
  },
  {
    id: "goose",
    name: "Goose",
    format: yamlFormat,
    container: "extensions",
    userFile: (machine) =>
      machine.platform === "win32"
        ? join(settingsFolder(machine), "Block", "goose", "config", "config.yaml")
        : join(unixSettings(machine), "goose", "config.yaml"),
    program: "goose",
    http: ({ url, headers }, name) => ({
      ...gooseExtension(name),
      type: "streamable_http",
      uri: url,
      headers,
    }),
    stdio: ({ command, args, env }, name) => ({
      ...gooseExtension(name),
      type: "stdio",
      cmd: command,
      args: [...args],
      envs: { ...env },
    }),
    next: "Start a new Goose session.",
  },
  {
    id: "windsurf",
    name: "Windsurf",
    format: jsoncFormat,
    container: "mcpServers",
    userFile: ({ home }) => join(home, ".codeium", "windsurf", "mcp_config.json"),
    http: ({ url, headers }) => ({ serverUrl: url, headers }),
    stdio: plainStdio,
    next: "Open Windsurf and refresh its MCP servers.",
  },
  {
    id: "zed",
    name: "Zed",
    format: jsoncFormat,
    container: "context_servers",
    userFile: (machine) =>
      join(unixSettings(machine), machine.platform === "win32" ? "Zed" : "zed", "settings.json"),
    projectFile: join(".zed", "settings.json"),
    http: ({ url, headers }) => ({ url, headers }),
    stdio: plainStdio,
    next: "Open Zed: its agent panel shows the server.",
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    format: jsoncFormat,
    container: "mcpServers",
    userFile: ({ home }) => join(home, ".gemini", "settings.json"),
    projectFile: join(".gemini", "settings.json"),
    program: "gemini",
    http: ({ url, headers }) => ({ httpUrl: url, headers }),
    stdio: plainStdio,
    next: "Start gemini.",
  },
];

const gooseExtension = (name: string) => ({
  enabled: true,
  name,
  description: "Every tool behind one endpoint",
  timeout: 300,
});

/** Whether the client seems to be on this machine: its configuration, the folder of it, or its program is there. */
export function isOnMachine({ userFile, program }: KnownClient, machine: ClientMachine): boolean {
  const file = userFile(machine);
  const folder = dirname(file);
  return existsSync(file) || (folder !== machine.home && existsSync(folder)) || isOnPath(program, machine);
}

function isOnPath(program: string | undefined, { environment, platform }: ClientMachine): boolean {
  if (program === undefined) return false;
  const folders = (environment.PATH ?? "").split(delimiter).filter(Boolean);
  const endings = platform === "win32" ? [".exe", ".cmd", ".ps1"] : [""];
  return folders.some((folder) => endings.some((ending) => existsSync(join(folder, program + ending))));
}

/** Every file in which a client keeps servers, for the person and for the current folder. */
export const clientFiles = (machine: ClientMachine): { client: KnownClient; file: string }[] =>
  clients.flatMap((client) => [
    { client, file: client.userFile(machine) },
    ...(client.projectFile === undefined ? [] : [{ client, file: join(machine.folder, client.projectFile) }]),
  ]);

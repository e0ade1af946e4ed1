import { UserError } from "../../user-error.ts";

/** An MCP server as another program has it. */
export interface FoundServer {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly config:
    | { transport: "stdio"; command: string; args: string[]; cwd?: string }
    | { transport: "http" | "sse"; url: string; allowPrivate: boolean };
  readonly secrets: { env: Record<string, string>; headers: Record<string, string> };
  /** Why it cannot be added as it is. */
  readonly problem?: string;
}

const placeholder = /\$\{[^}]*\}/;
const ownMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Reads `mcpServers`, or `servers` as VS Code has them, of a configuration file. */
export function readServers(file: string, text: string): FoundServer[] {
  const root = parse(file, text);
  const projects = Object.values(asObject(root.projects)).map(asObject);
  const all = [
    root.mcpServers,
    root.servers,
    asObject(root.mcp).servers,
    ...projects.map((one) => one.mcpServers),
  ];
  const byName = new Map(all.flatMap((servers) => Object.entries(asObject(servers))));
  return [...byName].flatMap(([name, entry]) => toServer(file, name, asObject(entry)) ?? []);
}

function toServer(file: string, name: string, entry: Record<string, unknown>): FoundServer | undefined {
  const url = entry.url ?? entry.serverUrl ?? entry.httpUrl;
  const secrets = { env: asStrings(entry.env), headers: asStrings(entry.headers) };
  const texts = [JSON.stringify(entry.args), JSON.stringify(secrets), String(url)];
  const base = {
    id: toId(name),
    name,
    file,
    secrets,
    ...(texts.some((text) => placeholder.test(text)) && {
      problem: "its values refer to others that only that program knows; add it with toolshed add mcp",
    }),
  };
  if (typeof entry.command === "string") {
    const args = Array.isArray(entry.args) ? entry.args.map(String) : [];
    const cwd = typeof entry.cwd === "string" && { cwd: entry.cwd };
    return { ...base, config: { transport: "stdio", command: entry.command, args, ...cwd } };
  }
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  const transport = entry.type === "sse" || entry.transport === "sse" ? "sse" : "http";
  return { ...base, config: { transport, url, allowPrivate: ownMachine.test(new URL(url).hostname) } };
}

const toId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, 40) || "server";

/** Such files may have comments and commas too many. */
function parse(file: string, text: string): Record<string, unknown> {
  const plain = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? "")
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string) => string ?? "");
  try {
    return asObject(JSON.parse(plain));
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const asStrings = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(asObject(value)).map(([key, item]) => [key, String(item)]));

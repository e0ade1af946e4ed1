import { homeFolder } from "../home/home.ts";
import { explainSqliteError } from "../store/sqlite/explain-sqlite-error.ts";
import { UserError } from "../user-error.ts";
import { version } from "../version.ts";

interface Command {
  readonly usage: string;
  readonly summary: string;
  /** Loads only what the command needs: a thin client starts much faster than a gateway. */
  load(): Promise<(args: string[]) => Promise<void>>;
}

const commands: Record<string, Command> = {
  start: {
    usage: "start",
    summary: "Run the gateway and its dashboard",
    load: async () => (await import("./start.ts")).start,
  },
  stop: {
    usage: "stop",
    summary: "Stop the gateway, including one in the background",
    load: async () => (await import("./stop.ts")).stop,
  },
  status: {
    usage: "status",
    summary: "Show where the gateway runs, its MCP URL and a new dashboard link",
    load: async () => (await import("./status.ts")).status,
  },
  search: {
    usage: "search <words>",
    summary: "Find tools by what they do",
    load: async () => (await import("./search.ts")).search,
  },
  read: {
    usage: "read <path>",
    summary: "Show a tool's arguments and result as JSON Schema",
    load: async () => (await import("./read.ts")).read,
  },
  call: {
    usage: "call <path> [json] [--connection <name>]",
    summary: "Call a tool with arguments in JSON",
    load: async () => (await import("./call.ts")).call,
  },
  run: {
    usage: "run <file.ts> | -e <script>",
    summary: "Run TypeScript that calls tools, in a sandbox",
    load: async () => (await import("./run.ts")).run,
  },
  approvals: {
    usage: "approvals list|approve|deny",
    summary: "List the calls that wait for your approval, and decide",
    load: async () => (await import("./approvals.ts")).approvals,
  },
  rules: {
    usage: "rules list|set|remove",
    summary: "Set which calls are allowed, denied or need approval",
    load: async () => (await import("./rules.ts")).rules,
  },
  serve: {
    usage: "serve",
    summary: "Serve MCP on stdin and stdout, for clients that start a command",
    load: async () => (await import("./serve.ts")).serve,
  },
  login: {
    usage: "login <url>",
    summary: "Use the tools of another gateway, with one of its tokens",
    load: async () => (await import("./login.ts")).login,
  },
  logout: {
    usage: "logout",
    summary: "Switch back to your local gateway",
    load: async () => (await import("./logout.ts")).logout,
  },
  connect: {
    usage: "connect [provider] [--name <name>] [--team]",
    summary: "Connect a provider with its key, or list the providers",
    load: async () => (await import("./connect.ts")).connect,
  },
  endpoint: {
    usage: "endpoint create|list|rotate|revoke",
    summary: "Manage the tokens that open your tools to clients",
    load: async () => (await import("./endpoint.ts")).endpoint,
  },
  invite: {
    usage: "invite [--role <role>] [--email <address>]",
    summary: "Create an invite link",
    load: async () => (await import("./invite.ts")).invite,
  },
  members: {
    usage: "members list|role|programs|remove",
    summary: "List members, change roles, let admins add programs, remove people",
    load: async () => (await import("./members.ts")).members,
  },
  roles: {
    usage: "roles list|set|remove",
    summary: "Set which tools each role may use",
    load: async () => (await import("./roles.ts")).roles,
  },
  add: {
    usage: "add mcp|openapi|plugin …",
    summary: "Add the tools of an MCP server, an API or a plugin to the catalog",
    load: async () => (await import("./add.ts")).add,
  },
  import: {
    usage: "import [file] [names]",
    summary: "Add the MCP servers that Claude, Cursor or VS Code have; --all for all of them",
    load: async () => (await import("./import.ts")).importServers,
  },
  sources: {
    usage: "sources [approve|refresh|trust <id>]",
    summary: "List sources and their status, show changes, or approve them",
    load: async () => (await import("./sources.ts")).sources,
  },
  remove: {
    usage: "remove <id|file|package>",
    summary: "Remove a source or plugin",
    load: async () => (await import("./remove.ts")).remove,
  },
  backup: {
    usage: "backup [file] [--without-secret]",
    summary: "Copy the home into one file, also while the gateway runs",
    load: async () => (await import("./backup.ts")).backup,
  },
  restore: {
    usage: "restore <file> [--force]",
    summary: "Restore a home from a backup file",
    load: async () => (await import("./restore.ts")).restore,
  },
  "rotate-secret": {
    usage: "rotate-secret",
    summary: "Give the home a new secret; connections stay",
    load: async () => (await import("./rotate-secret.ts")).rotateSecret,
  },
};

const helpFlags = ["help", "--help", "-h"];

export async function main([name = "help", ...args]: string[]): Promise<void> {
  // The reader may close the pipe early, as `head` does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  try {
    if (helpFlags.includes(name) || args.some((arg) => helpFlags.slice(1).includes(arg))) help();
    else if (name === "--version" || name === "-v") process.stdout.write(`${version}\n`);
    else await run(name, args);
  } catch (error) {
    process.stderr.write(`${toMessage(error as NodeJS.ErrnoException)}\n`);
    process.exit(1);
  }
}

async function run(name: string, args: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new UserError(`Unknown command "${name}". Run "npx toolshed help" to list the commands.`);
  const start = await command.load();
  await start(args);
}

function toMessage(error: NodeJS.ErrnoException): string {
  if (error instanceof UserError) return error.message;
  if (error.code?.startsWith("ERR_PARSE_ARGS")) {
    const [problem] = error.message.split(". ");
    return `${problem}: "npx toolshed help" shows how commands are used.`;
  }
  return explainSqliteError(error, homeFolder(process.env)) ?? error.stack ?? error.message;
}

function help(): void {
  const all = Object.values(commands);
  const width = Math.max(...all.map(({ usage }) => usage.length));
  process.stdout.write(
    [
      "Toolshed puts every tool an agent needs behind one MCP endpoint.",
      "",
      "Usage: toolshed <command>",
      "",
      ...all.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
      "",
      "Environment:",
      "  PORT                where the gateway listens on 127.0.0.1 (7420)",
      "  HOST                the address it listens on instead, such as 0.0.0.0; needs TOOLSHED_PUBLIC_URL",
      "  TOOLSHED_PUBLIC_URL where others reach it, such as https://tools.example.com (docs/public-url.md)",
      "  TOOLSHED_SANDBOX_URL  its second address, on another domain, where the dashboard shows Views",
      "  TOOLSHED_HOME       where it keeps its data (~/.toolshed)",
      "  TOOLSHED_RECORD_DAYS  how many days calls are kept (30)",
      "  TOOLSHED_SECRET     protects sessions and credentials (made on the first start and kept in the home)",
      "  DATABASE_URL        PostgreSQL instead of SQLite in the home",
      "  <PROVIDER>_API_KEY  the key of a provider, such as GRANOLA_PERSONAL_API_KEY",
      "  TOOLSHED_OIDC_<ID>_ISSUER, _CLIENT_ID, _CLIENT_SECRET, _NAME, _DOMAINS",
      "                      an OpenID provider that people sign in with",
      "  and those in docs/deploying.md for a gateway that serves others",
      "",
      "What can be added:",
      "  add mcp <id> -- <command> [args]   --env NAME=value  --cwd <folder>  --roots",
      "  add mcp <id> <url>                 --header NAME=value  --transport sse  --key-header <name>  --oauth  --team  --allow-private  --roots",
      "  add openapi <id> <file|url>        --base-url <url>  --tag <tag>  --path <pattern>  --method <method>  --allow-private <host>",
      "                                     --auth bearer|basic|header:<name>|query:<name>|cookie:<name>|none",
      "  add plugin <file|package>",
      "",
      "Options of run:",
      "  --no-check  --resume <execution id>  --data <json>",
      "",
      "Options of approvals approve and of rules set:",
      "  --run | --always  --data <json>",
      "  --role <role>  --endpoint <name>",
      "",
      "Options of search:",
      "  --source <id>  --read-only  --limit <count>",
      "",
      "Options of connect:",
      "  --name <name>  for several accounts of one provider, such as work  --team  --default  --remove",
      "",
      "Options of endpoint create:",
      "  --read-only  --allow <patterns>  --approval host|ask|dashboard|deny  --pin <paths>  --source <id>  --model-approves  --expires 30m|12h|90d",
      "  --connection <provider>=<name>  --team  --role <role>  (of the team itself, not of a person)",
      "",
    ].join("\n"),
  );
}

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
    summary: "End the gateway, also one in the background",
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
    usage: "call <path> [json]",
    summary: "Call a tool with arguments in JSON",
    load: async () => (await import("./call.ts")).call,
  },
  connect: {
    usage: "connect [provider]",
    summary: "Connect a provider with its key, or list what there is to connect",
    load: async () => (await import("./connect.ts")).connect,
  },
  endpoint: {
    usage: "endpoint create|list|rotate|revoke",
    summary: "Manage the tokens that open your tools to clients",
    load: async () => (await import("./endpoint.ts")).endpoint,
  },
  add: {
    usage: "add plugin <file|package>",
    summary: "Add a plugin's tools to the catalog",
    load: async () => (await import("./add.ts")).add,
  },
  remove: {
    usage: "remove <file|package>",
    summary: "Take them away again",
    load: async () => (await import("./remove.ts")).remove,
  },
  "rotate-secret": {
    usage: "rotate-secret",
    summary: "Give the home a new secret; connections stay",
    load: async () => (await import("./rotate-secret.ts")).rotateSecret,
  },
};

const helpFlags = ["help", "--help", "-h"];

export async function main([name = "help", ...args]: string[]): Promise<void> {
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
    throw new UserError(`There is no command "${name}": "npx toolshed help" lists those there are.`);
  const start = await command.load();
  await start(args);
}

function toMessage(error: NodeJS.ErrnoException): string {
  if (error instanceof UserError) return error.message;
  if (error.code?.startsWith("ERR_PARSE_ARGS")) {
    const [problem] = error.message.split(". ");
    return `${problem}: "npx toolshed help" shows how commands are used.`;
  }
  return error.stack ?? error.message;
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
      "  TOOLSHED_HOME       where it keeps its data (~/.toolshed)",
      "  TOOLSHED_SECRET     protects sessions and credentials (made on the first start and kept in the home)",
      "  DATABASE_URL        PostgreSQL instead of SQLite in the home",
      "  <PROVIDER>_API_KEY  the key of a provider, such as GRANOLA_PERSONAL_API_KEY",
      "",
      "Options of search:",
      "  --source <id>  --read-only  --limit <count>",
      "",
      "Options of endpoint create:",
      "  --read-only  --allow <patterns>  --approval host|ask|deny  --pin <paths>  --expires 30m|12h|90d",
      "",
    ].join("\n"),
  );
}

import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { discoverOAuthProtectedResourceMetadata } from "@modelcontextprotocol/client";
import { refusalCode } from "../../net/address-guard.ts";
import { UserError } from "../../user-error.ts";
import { startDeadline } from "../../work/deadline.ts";
import { keepSecrets, parseGiven, type SourceKind } from "../source-kind.ts";
import {
  changedSecretsSchema,
  hasAuth,
  type McpConfig,
  type McpSecrets,
  mcpConfigSchema,
  mcpSecretsSchema,
  privateHosts,
  type RemoteConfig,
  type StdioConfig,
  withoutQuery,
} from "./mcp-config.ts";
import { type McpSourceOptions, openMcpSource } from "./open-mcp-source.ts";
import { lastWords } from "./program/stderr-tail.ts";
import { refusalStatus } from "./transport/remote-transport.ts";

/** How long a server may take to say where its tokens come from. */
const metadataMs = 10_000;

/** MCP servers, as programs on this machine or at an address. */
export function createMcpKind(options: McpSourceOptions): SourceKind {
  return {
    check,

    change(record, config, secrets) {
      const stored = record.secrets as McpSecrets;
      const next = keepQuery(parseGiven(mcpConfigSchema, config), record.config as McpConfig);
      const { env, headers, clientSecret } = parseGiven(changedSecretsSchema, secrets ?? {});
      const isSame = destinationOf(next) === destinationOf(record.config as McpConfig);
      const kept = isSame ? stored : { env: {}, headers: {} };
      return check(next, {
        env: keepSecrets(env, kept.env),
        headers: keepSecrets(headers, kept.headers),
        clientSecret: clientSecret ?? (isSame ? stored.clientSecret : undefined),
      });
    },

    secretNames(secrets) {
      const { env, headers } = secrets as McpSecrets;
      return { env: Object.keys(env), headers: Object.keys(headers) };
    },

    destination: (config) => destinationOf(config as McpConfig),

    shownConfig(given) {
      const config = given as McpConfig;
      return config.transport === "stdio" ? config : { ...config, url: withoutQuery(config.url) };
    },

    runsProgram: (config) => (config as Partial<McpConfig> | null | undefined)?.transport === "stdio",

    async inspect(record, opened, call) {
      const config = record.config as McpConfig;
      try {
        return { config, found: await opened.find(call) };
      } catch (error) {
        if (config.transport !== "stdio" && (refusalStatus(error) === 401 || hasAuth(config))) {
          return {
            config: { ...config, auth: config.auth ?? (await askAuth(config, options, call.signal)) },
            found: null,
          };
        }
        throw new UserError(explain(error, config, lastWords(opened.status.stderr)), {
          code: refusalCode(error),
        });
      }
    },

    open: (record, openOptions) => openMcpSource(record, openOptions, options),
  };
}

const check: SourceKind["check"] = (config, secrets) => {
  const checked = parseGiven(mcpConfigSchema, config);
  const checkedSecrets = parseGiven(mcpSecretsSchema, secrets ?? {});
  if (checked.transport === "stdio") checkCommand(checked, checkedSecrets.env);
  else checkUrl(checked);
  return { config: checked, secrets: checkedSecrets };
};

/** A program runs on this machine, and those who may choose it can read what it gets. */
const destinationOf = (config: McpConfig): string =>
  config.transport === "stdio" ? "program" : new URL(config.url).origin;

/** The query of an address may hold a key, and is not shown: the same address without it means the stored one. */
function keepQuery(next: McpConfig, stored: McpConfig): McpConfig {
  if (next.transport === "stdio" || stored.transport === "stdio") return next;
  return next.url === withoutQuery(stored.url) ? { ...next, url: stored.url } : next;
}

function checkUrl({ url }: RemoteConfig): void {
  const { username, password, hash } = new URL(url);
  if (username || password)
    throw new UserError("Give credentials with --header or by connecting, not in the URL.");
  if (hash) throw new UserError("The URL of a server has no part after #.");
}

/** A server that says where its tokens come from wants OAuth; another one wants a key. */
async function askAuth(
  config: RemoteConfig,
  options: McpSourceOptions,
  signal: AbortSignal,
): Promise<RemoteConfig["auth"]> {
  const fetch = options.createFetch(privateHosts(config));
  const deadline = startDeadline(metadataMs, signal);
  try {
    await discoverOAuthProtectedResourceMetadata(config.url, undefined, (url, init) =>
      fetch(url, { ...init, signal: deadline.signal }),
    );
    return { type: "oauth" };
  } catch {
    return { type: "key", header: "Authorization", prefix: "Bearer " };
  } finally {
    deadline.clear();
    await fetch.close();
  }
}

/** What is wrong with a server that was not added, and what to check. */
function explain(error: unknown, config: McpConfig, lines: readonly string[]): string {
  if (refusalCode(error) !== undefined) return messageOf(error);
  if (config.transport !== "stdio") return `${messageOf(error)}. Check the URL and that the server runs.`;
  if (isMissingProgram(error) && config.cwd !== undefined && !existsSync(config.cwd))
    return `The folder ${config.cwd} does not exist. Create it, or give another one.`;
  if (isMissingProgram(error))
    return `Command not found: ${config.command}. Install it, or give its full path.`;
  const wrote = lines.length > 0 ? `, and what it wrote:\n${lines.join("\n")}` : ".";
  return `${messageOf(error)}. Check that the command starts an MCP server that speaks over stdio${wrote}`;
}

function isMissingProgram(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ((one as NodeJS.ErrnoException).code === "ENOENT") return true;
  return false;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const shells = /^(?:.*[/\\])?(?:(?:ba|da|z|k|c|tc|fi)?sh|cmd|powershell|pwsh)(?:\.exe)?$/i;
/** Make a program load code that is not its own. */
const loaderNames =
  /^(?:NODE_OPTIONS|NODE_PATH|LD_.*|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|npm_config_.*|IFS|PROMPT_COMMAND)$/i;
const environmentName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const controlCharacter = /\p{Cc}/u;

/** Refuses commands that do more than start one program by its name. */
function checkCommand({ command, args, cwd }: StdioConfig, env: Readonly<Record<string, string>>): void {
  if (shells.test(command)) {
    throw new UserError(`${command} is a shell: give the program itself and its arguments.`);
  }
  if (/[\s;&|<>$`"'*?]/.test(command) && !isAbsolute(command)) {
    throw new UserError(
      `"${command}" is not the name of one program: give the program and each argument separately, after "--".`,
    );
  }
  if (/[/\\]/.test(command) && !isAbsolute(command)) {
    throw new UserError(`${command} is a relative path: give the whole path, or a name that is in PATH.`);
  }
  if ([command, ...args].some((text) => controlCharacter.test(text))) {
    throw new UserError("A command and its arguments cannot have line breaks or other control characters.");
  }
  if (cwd !== undefined && (!isAbsolute(cwd) || cwd.split(/[/\\]/).includes(".."))) {
    throw new UserError(`${cwd} is not a whole path: give one that begins at the root and has no "..".`);
  }
  for (const [name, value] of Object.entries(env)) {
    if (!environmentName.test(name)) throw new UserError(`"${name}" is not a name for the environment.`);
    if (loaderNames.test(name)) {
      throw new UserError(
        `${name} can make a program run other code: set it within the program, not around it.`,
      );
    }
    if (value.includes("\0")) throw new UserError(`The value of ${name} has a zero character.`);
  }
}

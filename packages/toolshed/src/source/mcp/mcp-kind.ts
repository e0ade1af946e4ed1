import { discoverOAuthProtectedResourceMetadata } from "@modelcontextprotocol/client";
import { UserError } from "../../user-error.ts";
import { parseGiven, type SourceKind } from "../source-kind.ts";
import {
  hasAuth,
  type McpConfig,
  mcpConfigSchema,
  mcpSecretsSchema,
  privateHosts,
  type RemoteConfig,
} from "./mcp-config.ts";
import { type McpSourceOptions, openMcpSource } from "./open-mcp-source.ts";
import { checkCommand } from "./program/check-command.ts";
import { refusalStatus } from "./transport/remote-transport.ts";

/** MCP servers, as programs on this machine or at an address. */
export function createMcpKind(options: McpSourceOptions): SourceKind {
  return {
    check(config, secrets) {
      const checked = parseGiven(mcpConfigSchema, config);
      const checkedSecrets = parseGiven(mcpSecretsSchema, secrets ?? {});
      if (checked.transport === "stdio") checkCommand(checked, checkedSecrets.env);
      else checkUrl(checked);
      return { config: checked, secrets: checkedSecrets };
    },

    runsProgram: (config) => (config as Partial<McpConfig> | null | undefined)?.transport === "stdio",

    async inspect(record, opened, call) {
      const config = record.config as McpConfig;
      try {
        return { config, found: await opened.find(call) };
      } catch (error) {
        if (config.transport !== "stdio" && (refusalStatus(error) === 401 || hasAuth(config))) {
          return {
            config: { ...config, auth: config.auth ?? (await askAuth(config, options)) },
            found: null,
          };
        }
        const lines = opened.status.stderr.slice(-3).join("\n");
        throw new UserError(`${messageOf(error)}${lines && `\nIt wrote:\n${lines}`}`);
      }
    },

    open: (record, openOptions) => openMcpSource(record, openOptions, options),
  };
}

function checkUrl({ url }: RemoteConfig): void {
  const { username, password, hash } = new URL(url);
  if (username || password)
    throw new UserError("Give credentials with --header or by connecting, not in the URL.");
  if (hash) throw new UserError("The URL of a server has no part after #.");
}

/** A server that says where its tokens come from wants OAuth; another one wants a key. */
async function askAuth(config: RemoteConfig, options: McpSourceOptions): Promise<RemoteConfig["auth"]> {
  const fetch = options.createFetch(privateHosts(config));
  return discoverOAuthProtectedResourceMetadata(config.url, undefined, fetch).then(
    () => ({ type: "oauth" }) as const,
    () => ({ type: "key", header: "Authorization", prefix: "Bearer " }) as const,
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import type { Tool } from "@modelcontextprotocol/client";
import { type AuthProvider, apiKey, oauth2 } from "@toolshed/sdk";
import { heldSentence, hold } from "../hold.ts";
import { type Pins, review } from "../review.ts";
import type { Source, SourceCall, SourceTool } from "../source.ts";
import type { OpenOptions, OpenSource, SourceRecord } from "../source-kind.ts";
import { createMcpAuthorizer } from "./mcp-authorizer.ts";
import { hasAuth, type McpConfig, type McpSecrets, privateHosts, type RemoteConfig } from "./mcp-config.ts";
import { createMcpUpstream } from "./mcp-upstream.ts";
import { openProgram } from "./open-program.ts";
import { type Fetch, openRemote, type RemoteTransport } from "./open-remote.ts";
import { providerId } from "./provider-id.ts";
import { secretValues } from "./secret-values.ts";
import { createStderrTail } from "./stderr-tail.ts";
import { toSourceTool } from "./to-source-tool.ts";
import { type ToolDefinition, toDefinitions } from "./tool-definition.ts";
import { toToolPaths } from "./tool-paths.ts";

export interface McpSourceOptions {
  /** The gateway's own environment, of which programs get what they need to run at all. */
  readonly environment: NodeJS.ProcessEnv;
  /** A fetch that reaches nothing private but the hosts named. */
  createFetch(allowPrivate: readonly string[]): Fetch;
  readonly idleMs: number;
  readonly startMs: number;
}

/** An MCP server in use. Nothing is started before the first call. */
export function openMcpSource(
  first: SourceRecord,
  { onFound }: OpenOptions,
  options: McpSourceOptions,
): OpenSource {
  const { id } = first;
  const config = first.config as McpConfig;
  const secrets = first.secrets as McpSecrets;
  const provider = hasAuth(config) ? providerId(id) : undefined;
  const perUser = provider !== undefined && config.transport !== "stdio" && config.owner === "person";
  const concealed = secretValues(secrets);
  const stderr = createStderrTail();
  const fetch = config.transport === "stdio" ? undefined : options.createFetch(privateHosts(config));

  let record = first;
  let definitions = new Map<string, ToolDefinition>();
  let changes = review({}, {}, record.trust);
  let source: Source;

  const upstream = createMcpUpstream({
    id,
    idleMs: options.idleMs,
    startMs: options.startMs,
    perUser,
    authProvider: provider,
    isRemote: config.transport !== "stdio",
    ways:
      config.transport === "stdio"
        ? [() => openProgram(config, secrets, options.environment, (chunk) => stderr.write(chunk))]
        : transportsOf(config).map(
            (transport) => (current) =>
              openRemote(transport, config, secrets, fetch as Fetch, current, provider),
          ),
    onTools(tools) {
      // People may see different tools of one server: what one does not see is not gone.
      const unseen = perUser ? [...definitions.values()].map(({ tool }) => tool).filter(isNotIn(tools)) : [];
      const found = [...tools, ...unseen];
      if (!rebuild(found)) return;
      onFound(found);
    },
  });

  const isSensitive = (tool: SourceTool) => tool.destructive || provider !== undefined;
  const toPins = (tools: readonly SourceTool[]): Pins =>
    Object.fromEntries(
      tools.map((tool) => {
        const name = tool.upstreamName as string;
        return [name, { hash: (definitions.get(name) as ToolDefinition).hash, sensitive: isSensitive(tool) }];
      }),
    );

  /** Tells whether anything is other than it was. */
  function rebuild(found: readonly Tool[]): boolean {
    const before = JSON.stringify([...definitions.values()].map(({ hash }) => hash).sort());
    definitions = new Map(toDefinitions(found).map((definition) => [definition.tool.name, definition]));
    const paths = toToolPaths(id, [...definitions.keys()]);
    const tools = [...definitions.values()].map(({ tool, hash }) => {
      const made = toSourceTool(tool, paths.get(tool.name) as string, {
        sourceId: id,
        authProvider: provider,
      });
      return { ...made, run: run(tool, hash, made.path) };
    });
    changes = review(toPins(tools), record.pins, record.trust);
    const waiting = new Set(changes.filter((change) => change.waiting).map(({ name }) => name));
    source = {
      id,
      upstream,
      tools: tools.map((tool) => (waiting.has(tool.upstreamName) ? hold(tool, id) : tool)),
    };
    return before !== JSON.stringify([...definitions.values()].map(({ hash }) => hash).sort());
  }

  function run(tool: Tool, hash: string, path: string): SourceTool["run"] {
    const check = () => {
      const change = changes.find(({ name }) => name === tool.name);
      if (definitions.get(tool.name)?.hash !== hash && change) throw new Error(heldSentence(path, id));
    };
    return (input, call) => {
      for (const secret of concealed) call.conceal(secret);
      return upstream.callTool(tool, input as Record<string, unknown>, call, check);
    };
  }

  rebuild((record.found as Tool[] | null) ?? []);
  return {
    get source() {
      return source;
    },
    providers: provider === undefined ? [] : [toProvider(provider, config as RemoteConfig)],
    authorizer:
      config.transport !== "stdio" && config.auth?.type === "oauth"
        ? createMcpAuthorizer(config, secrets, fetch as Fetch)
        : undefined,
    get pins() {
      return toPins(source.tools);
    },
    get status() {
      const flags = [...definitions.values()]
        .filter((definition) => definition.flags.length > 0)
        .map(({ tool, flags }) => ({ name: tool.name, flags }));
      return { target: targetOf(config), ...upstream.state, stderr: stderr.lines, changes, flags };
    },
    async update(next) {
      record = next;
      rebuild((next.found as Tool[] | null) ?? []);
    },
    find: (call: SourceCall) => upstream.listTools(call),
    async close() {
      await upstream.close();
      await (fetch as { close?(): Promise<void> } | undefined)?.close?.();
    },
  };
}

/** A server that does not know the newer transport may know the older one. */
const transportsOf = ({ transport }: RemoteConfig): RemoteTransport[] =>
  transport === "http" ? ["http", "sse"] : [transport];

const isNotIn = (tools: readonly Tool[]) => {
  const names = new Set(tools.map(({ name }) => name));
  return ({ name }: Tool) => !names.has(name);
};

/** The arguments of a command and the query of an address may hold a key. */
function targetOf(config: McpConfig): string {
  if (config.transport === "stdio") return [config.command, ...config.args].join(" ");
  const { origin, pathname } = new URL(config.url);
  return origin + pathname;
}

function toProvider(id: string, { url, auth, owner }: RemoteConfig): AuthProvider {
  const name = new URL(url).hostname;
  if (auth?.type === "oauth") {
    return oauth2({ id, name, owner, authorizationUrl: url, tokenUrl: url, scopes: {} });
  }
  return apiKey({
    id,
    name,
    owner,
    whereToFind: `A key or token for ${name}, from the settings of that service.`,
  });
}

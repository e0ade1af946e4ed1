import type { Tool } from "@modelcontextprotocol/client";
import type { GuardedFetch } from "../../net/guarded-fetch.ts";
import { createMaskSecrets, type MaskSecrets } from "../../record/mask-secrets.ts";
import { createLocalLocks } from "../../store/local-locks.ts";
import { createDigest, type Digest } from "../digest.ts";
import { heldSentence, heldViewSentence, hold } from "../hold.ts";
import { type Outline, outlineTool } from "../outline-tool.ts";
import { type Pin, type Pins, review, type ToolChange } from "../review.ts";
import type { Source, SourceCall, SourceTool, Upstream } from "../source.ts";
import type { OpenOptions, OpenSource, SourceRecord } from "../source-kind.ts";
import { createTimeSlices } from "../time-slices.ts";
import { UpstreamError } from "../upstream-error.ts";
import { createMcpAuthorizer } from "./mcp-authorizer.ts";
import { hasAuth, type McpConfig, type McpSecrets, privateHosts, type RemoteConfig } from "./mcp-config.ts";
import { createMcpUpstream } from "./mcp-upstream.ts";
import { providerId } from "./provider-id.ts";
import type { RunningPrograms } from "./running-programs.ts";
import { secretValues } from "./secret-values.ts";
import { createStderrTail } from "./stderr-tail.ts";
import { toProvider } from "./to-provider.ts";
import { toSourceTool } from "./to-source-tool.ts";
import { type ToolDefinition, type ToolDefinitions, toDefinitions } from "./tool-definition.ts";
import { toToolPaths } from "./tool-paths.ts";
import { toGatewayUri, toUpstreamUri } from "./ui-uri.ts";
import { explainUnreadable } from "./unreadable-answer.ts";
import { createViewHashes, type FoundTool, viewUriOf } from "./view-hashes.ts";
import { waysTo } from "./ways-to.ts";

export interface McpSourceOptions {
  /** The gateway's own environment, of which programs get what they need to run at all. */
  readonly environment: NodeJS.ProcessEnv;
  readonly programs: RunningPrograms;
  /** Keeps the gateway's own secrets out of what a server is quoted with. */
  readonly mask: MaskSecrets;
  /** A fetch that reaches nothing private but the hosts named. */
  createFetch(allowPrivate: readonly string[]): GuardedFetch;
  readonly idleMs: number;
  readonly startMs: number;
}

type McpTool = SourceTool & { readonly upstreamName: string };

const maxViews = 100;
const invalidRequest = -32_600;

/** An MCP server in use. Nothing is started before the first call. */
export async function openMcpSource(
  first: SourceRecord,
  { onFound, onEnd }: OpenOptions,
  options: McpSourceOptions,
): Promise<OpenSource> {
  const { id } = first;
  const config = first.config as McpConfig;
  const secrets = first.secrets as McpSecrets;
  const provider = hasAuth(config) ? providerId(id) : undefined;
  const perUser = provider !== undefined && config.transport !== "stdio" && config.owner === "person";
  const concealed = secretValues(secrets);
  const maskOwn = createMaskSecrets(concealed);
  const mask: MaskSecrets = (text) => maskOwn(options.mask(text));
  const stderr = createStderrTail(mask);
  const fetch = config.transport === "stdio" ? undefined : options.createFetch(privateHosts(config));

  let record = first;
  /** As the server lists them. */
  let listed: readonly Tool[] = [];
  let definitions: ToolDefinitions = new Map();
  let tools = new Map<string, McpTool>();
  let changes: readonly ToolChange[] = [];
  let source: Source;
  /** What was last stored, or is about to be. */
  let found: unknown;
  const views = createViewHashes();
  /** What happens to the tools happens one after the other. */
  const inTurn = createLocalLocks();

  const upstream = createMcpUpstream({
    id,
    idleMs: options.idleMs,
    startMs: options.startMs,
    perUser,
    authProvider: provider,
    isRemote: config.transport !== "stdio",
    onEnd: (reason) => onEnd?.(mask(reason)),
    ways: waysTo(config, secrets, {
      environment: options.environment,
      programs: options.programs,
      fetch: fetch as GuardedFetch,
      provider,
      onStderr: (chunk) => stderr.write(chunk),
    }),
    onTools: (tools) =>
      inTurn("tools", async () => {
        // People may see different tools of one server: what one does not see is not gone.
        const unseen = perUser ? listed.filter(isNotIn(tools)) : [];
        if (await read([...tools, ...unseen])) tellFound();
      }),
  });
  const guarded: Upstream = {
    authProvider: provider,
    describe: (call) => upstream.describe(call),
    isShared: !perUser,
    takesRoots: config.roots === true,
    subscribe: (user, listener, roots) => upstream.subscribe(user, listener, roots),
    async request(method, params, call) {
      const result = await upstream.request(method, params, call);
      // A server may ask something before it answers.
      const isRead = method === "resources/read" && "contents" in result;
      if (isRead) checkView(toUpstreamUri(id, String(params.uri)), result);
      return result;
    },
  };

  /** A tool does not change; another takes its place. */
  const outlines = new WeakMap<SourceTool, Outline>();
  function outlineOf(tool: SourceTool, digest: Digest): Outline {
    const outline = outlines.get(tool) ?? outlineTool(tool, digest);
    outlines.set(tool, outline);
    return outline;
  }

  /** Those that a review will look at are made ready before, so that others are served meanwhile. */
  async function prepareOutlines(): Promise<void> {
    const slices = createTimeSlices();
    const digest = createDigest();
    for (const [name, tool] of tools) {
      if (definitions.get(name)?.hash === record.pins[name]?.hash) continue;
      if (slices.isOver()) await slices.next();
      outlineOf(tool, digest);
    }
  }

  const isSensitive = (tool: SourceTool) => tool.destructive || provider !== undefined;
  function toPins(): Pins {
    const digest = createDigest();
    const pins: Record<string, Pin> = Object.create(null);
    for (const [name, tool] of tools) {
      const definition = definitions.get(name) as ToolDefinition;
      const view = views.of(definition.tool) ?? record.pins[name]?.view;
      pins[name] = {
        hash: definition.hash,
        sensitive: isSensitive(tool),
        ...(view !== undefined && { view }),
        // Only a tool that has changed, and a source that is stored, need this: a start does not.
        get outline() {
          return outlineOf(tool, digest);
        },
      };
    }
    return pins;
  }

  /** Takes what a server lists. Tells whether anything is other than it was, for which nothing else is done if not. */
  async function read(next: readonly unknown[]): Promise<boolean> {
    const before = definitions;
    const after = await toDefinitions(next, before);
    const isSameList = after.size === before.size;
    if (isSameList && [...after].every(([name, definition]) => before.get(name) === definition)) return false;
    const made = await toTools(after);
    listed = next.filter((tool): tool is Tool => after.has((tool as Partial<Tool> | null)?.name as string));
    definitions = after;
    tools = made;
    await prepareOutlines();
    assemble();
    return !isSameList || [...after].some(([name, { hash }]) => before.get(name)?.hash !== hash);
  }

  /** A tool that has not changed stays the same object, so that others need not look at it either. */
  async function toTools(after: ToolDefinitions): Promise<Map<string, McpTool>> {
    const slices = createTimeSlices();
    const made = new Map<string, McpTool>();
    const isSameNames = after.size === tools.size && [...after.keys()].every((name) => tools.has(name));
    const paths = isSameNames ? undefined : toToolPaths(id, [...after.keys()]);
    for (const [name, { tool, hash }] of after) {
      if (slices.isOver()) await slices.next();
      const known = tools.get(name);
      const path = paths ? (paths.get(name) as string) : (known?.path as string);
      const isKnown = known?.path === path && definitions.get(name)?.tool === tool;
      if (isKnown) made.set(name, known);
      else {
        const own = toSourceTool(tool, path, { sourceId: id, authProvider: provider });
        made.set(name, { ...own, run: run(tool, hash, path) });
      }
    }
    return made;
  }

  /** Says which tools may be used, by what an admin has seen. */
  function assemble(): void {
    changes = review(toPins(), record.pins, record.trust);
    const waiting = new Set(changes.flatMap(({ name, view, waiting }) => (waiting && !view ? name : [])));
    source = {
      id,
      upstream: guarded,
      tools: [...tools.values()].map((tool) => (waiting.has(tool.upstreamName) ? hold(tool, id) : tool)),
    };
  }

  function tellFound(): void {
    found = views.withHashes(listed);
    onFound(found);
  }

  function run(tool: Tool, hash: string, path: string): SourceTool["run"] {
    const check = () => {
      const change = changes.find(({ name, view }) => name === tool.name && !view);
      if (definitions.get(tool.name)?.hash !== hash && change) throw new Error(heldSentence(path, id));
    };
    return (input, call) => {
      for (const secret of concealed) call.conceal(secret);
      return upstream.callTool(tool, input as Record<string, unknown>, call, check).catch((error) => {
        throw explainUnreadable(id, error);
      });
    };
  }

  function noteView(uri: string, result: Readonly<Record<string, unknown>>): void {
    const isNamed = [...definitions.values()].some(({ tool }) => viewUriOf(tool) === uri);
    if (!isNamed || !views.note(uri, result)) return;
    const before = JSON.stringify(changes);
    assemble();
    // One that is other each time is told of once.
    if (before !== JSON.stringify(changes)) tellFound();
  }

  /** Throws if it is not the View that an admin has seen. */
  function checkView(uri: string, result: Readonly<Record<string, unknown>>): void {
    noteView(uri, result);
    const held = changes.find(({ name, view, waiting }) => {
      const tool = definitions.get(name)?.tool;
      return view && waiting && tool && viewUriOf(tool) === uri;
    });
    if (held) {
      const path = source.tools.find(({ upstreamName }) => upstreamName === held.name)?.path ?? held.name;
      throw new UpstreamError(invalidRequest, heldViewSentence(path, id));
    }
  }

  /** Views that cannot be read are none that an admin has seen. */
  async function readViews(call: SourceCall): Promise<void> {
    const uris = new Set([...definitions.values()].flatMap(({ tool }) => viewUriOf(tool) ?? []));
    for (const uri of [...uris].slice(0, maxViews)) {
      const params = { uri: toGatewayUri(id, uri) };
      const result = await upstream.request("resources/read", params, call).catch(() => undefined);
      if (result) noteView(uri, result);
    }
  }

  async function take(next: unknown): Promise<void> {
    found = next;
    const stored = (next as FoundTool[] | null) ?? [];
    views.restore(stored);
    await read(stored);
  }

  await take(record.found);
  assemble();
  return {
    get source() {
      return source;
    },
    providers: provider === undefined ? [] : [toProvider(provider, config as RemoteConfig)],
    authorizer:
      config.transport !== "stdio" && config.auth?.type === "oauth"
        ? createMcpAuthorizer(config, secrets, fetch as GuardedFetch)
        : undefined,
    get pins() {
      return toPins();
    },
    get status() {
      const flags = [...definitions.values()]
        .filter((definition) => definition.flags.length > 0)
        .map(({ tool, flags }) => ({ name: tool.name, flags }));
      const { reason, ...state } = upstream.state;
      return {
        target: targetOf(config),
        ...state,
        reason: reason === null ? null : mask(reason),
        stderr: stderr.lines,
        changes,
        flags,
      };
    },
    update: (next) =>
      inTurn("tools", async () => {
        const isReviewed = next.pins !== record.pins || next.trust !== record.trust;
        record = next;
        if (next.found !== found) await take(next.found);
        if (isReviewed) assemble();
      }),
    async find(call: SourceCall) {
      await upstream.listTools(call).catch((error) => {
        throw withMaskedMessage(error, mask);
      });
      await readViews(call);
      return views.withHashes(listed);
    },
    async close() {
      await upstream.close();
      await fetch?.close();
    },
  };
}

function withMaskedMessage(error: unknown, mask: MaskSecrets): unknown {
  if (error instanceof Error) error.message = mask(error.message);
  return error;
}

const isNotIn = (tools: readonly unknown[]) => {
  const names = new Set(tools.map((tool) => (tool as Partial<Tool> | null)?.name));
  return ({ name }: Tool) => !names.has(name);
};

/** The arguments of a command and the query of an address may hold a key. */
function targetOf(config: McpConfig): string {
  if (config.transport === "stdio") return [config.command, ...config.args].join(" ");
  const { origin, pathname } = new URL(config.url);
  return origin + pathname;
}

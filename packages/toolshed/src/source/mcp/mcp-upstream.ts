import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type Client,
  isInputRequiredResult,
  LOG_LEVEL_META_KEY,
  type Tool,
} from "@modelcontextprotocol/client";
import { nobodyToAsk } from "../nobody-to-ask.ts";
import type { Progress, SourceCall, SourceUser, Upstream, UpstreamNotification } from "../source.ts";
import { WholeResult } from "../whole-result.ts";
import { callMarks } from "./call-marks.ts";
import { connectUpstream, type LiveUpstream, type UpstreamTransport } from "./connect-upstream.ts";
import { type CurrentCall, createCurrentCall } from "./current-call.ts";
import { isUsualResult } from "./is-usual-result.ts";
import { createListChanges, type ListChanges } from "./list-changes.ts";
import { mirrors, mirrorsByRules } from "./mirrored-headers.ts";
import { passMeta } from "./pass-meta.ts";
import { passContent, passResult } from "./pass-result.ts";
import { callMethod } from "./plain-question.ts";
import { createSessionRoots, type SessionRoots } from "./session-roots.ts";
import { toUpstreamError } from "./to-upstream-error.ts";
import { isPage, listMethod, pageSchema, readToolList } from "./tool-list.ts";
import { tryInTurn } from "./try-in-turn.ts";
import { uiExtension } from "./ui-extension.ts";
import { toGatewayUri, toUpstreamUri } from "./ui-uri.ts";
import { createUpstreamLife, type LifeState, type UpstreamLife } from "./upstream-life.ts";
import { usualResult } from "./usual-result.ts";
import { createWatches, type Watches } from "./watches.ts";

/** One MCP server behind a source, with as many connections as its credentials ask for. */
export interface McpUpstream extends Omit<Upstream, "isShared" | "takesRoots"> {
  /** Lists its tools, which `onTools` is told of. */
  listTools(call: SourceCall): Promise<void>;
  /** `check` runs when the server is there, and so has told what its tools are: it throws if they have changed. */
  callTool(
    tool: Tool,
    args: Record<string, unknown>,
    call: SourceCall,
    check: () => void,
  ): Promise<WholeResult>;
  readonly state: LifeState;
  /** Ends what runs. Calls under way fail. */
  close(): Promise<void>;
}

export interface McpUpstreamOptions {
  readonly id: string;
  readonly idleMs: number;
  readonly startMs: number;
  /** Whether each user has a connection of their own. Accounts never share one. */
  readonly perUser: boolean;
  readonly authProvider?: string | undefined;
  /** The ways to reach it: the next one is for servers that do not know the one before. */
  readonly ways: readonly OpenTransport[];
  /** Whether each request has an exchange of its own, and so a call that it belongs to. */
  readonly isRemote: boolean;
  /** Called with what a server lists when it has started or its list has changed, before any call is served. */
  onTools(tools: readonly unknown[]): Promise<void>;
  /** Told why a connection ended that nobody has closed. */
  onEnd(reason: string): void;
}

/** Makes a transport, which asks for the call that it serves at the moment. */
export type OpenTransport = (current: CurrentCall, serving: () => SourceCall) => UpstreamTransport;

interface Connection {
  readonly life: UpstreamLife;
  readonly listeners: Set<(notification: UpstreamNotification) => void>;
  readonly watches: Watches;
  readonly roots: SessionRoots;
  /** Each list, by the notification that it has changed. */
  readonly lists: ReadonlyMap<string, ListChanges>;
  /** Speaks for the connection where no call is being served. */
  latest: SourceCall;
}

/** What callers can be asked who do not meet the server through an endpoint of its own. */
const formsOnly = { elicitation: { form: {} }, extensions: uiExtension };
const nothing = { extensions: uiExtension };
const listNames = ["tools", "prompts", "resources"] as const;
/** Every call has its own, shorter limit; without one here the SDK would set another. */
const timeout = 2 ** 31 - 1;

export function createMcpUpstream(options: McpUpstreamOptions): McpUpstream {
  const { id, perUser, ways } = options;
  const current = createCurrentCall(options.isRemote);
  const connections = new Map<string, Connection>();
  let listProblem: string | undefined;
  const keyOf = ({ userId, account = "" }: SourceUser, era: "any" | "legacy") =>
    JSON.stringify([era, perUser ? userId : "", account]);

  function createConnection(call: SourceCall, era: "any" | "legacy"): Connection {
    const listeners: Connection["listeners"] = new Set();
    const tell = (notification: UpstreamNotification) => {
      for (const listener of listeners) listener(passNotification(notification));
    };
    const watches = createWatches((uri) =>
      tell({ method: "notifications/resources/updated", params: { uri } }),
    );
    const roots = createSessionRoots();
    let verdict: LiveUpstream["verdict"] | undefined = era === "legacy" ? { kind: "legacy" } : undefined;
    let latestLive: LiveUpstream | undefined;
    const lists = new Map(
      listNames.map((name) => {
        const method = `notifications/${name}/list_changed`;
        const read = async () => {
          // Listeners read the list at once, so it has to be the new one. A list that cannot be read tells them that.
          if (name === "tools" && latestLive) await list(latestLive, connection.latest).catch(() => {});
          tell({ method, params: {} });
        };
        return [method, createListChanges(read)];
      }),
    );

    async function connect(signal: AbortSignal): Promise<LiveUpstream> {
      let calls: ReadonlySet<SourceCall> = new Set();
      const onNotification = (notification: UpstreamNotification) => {
        const changes = lists.get(notification.method);
        if (changes) changes.changed();
        else if (notification.method === "notifications/message" && calls.size > 0) {
          // Over stdio a message does not tell which call it belongs to: if there are several, it is dropped.
          const serving = current.getStore() ?? (calls.size === 1 ? [...calls][0] : undefined);
          serving?.messages?.send(notification.params);
        } else tell(notification);
      };
      const connectBy = (way: OpenTransport) =>
        connectUpstream({
          open: () => way(current, () => current.getStore() ?? connection.latest),
          current,
          verdict,
          timeoutMs: options.startMs,
          signal,
          onNotification,
          changedRoots: roots.take,
        });
      const live = await tryInTurn(ways, connectBy);
      calls = live.calls;
      verdict = live.verdict;
      try {
        await list(live, connection.latest, signal);
        await watches.renew(live.client);
      } catch (error) {
        await live.close();
        throw error;
      }
      latestLive = live;
      return live;
    }

    const life = createUpstreamLife({
      name: id,
      idleMs: options.idleMs,
      onEnd: (reason) => options.onEnd(reason),
      connect: (signal) =>
        connect(signal).catch((error) => {
          // It may be another server by now.
          if (era === "any") verdict = undefined;
          throw error;
        }),
    });
    const connection: Connection = { life, listeners, watches, roots, lists, latest: call };
    return connection;
  }

  function connectionOf(call: SourceCall, era: "any" | "legacy"): Connection {
    const key = keyOf(call, era);
    const connection = connections.get(key) ?? createConnection(call, era);
    connections.set(key, connection);
    connection.latest = call;
    return connection;
  }

  /** A client of the older revisions meets a server of both as it would without us: with requests in both directions. */
  async function matchingConnection(call: SourceCall): Promise<Connection> {
    const connection = connectionOf(call, "any");
    if (call.passage?.era !== "legacy") return connection;
    const isModern = await connection.life.use(async ({ client }) => isOfNewer(client), call.signal);
    if (!isModern) return connection;
    const twin = connectionOf(call, "legacy");
    return twin.life.use(async () => twin, call.signal).catch(() => connection);
  }

  async function use<T>(
    call: SourceCall,
    action: (live: LiveUpstream, watches: Watches) => Promise<T>,
  ): Promise<T> {
    const { life, watches } = await matchingConnection(call);
    const serve = async (live: LiveUpstream) => {
      live.calls.add(call);
      try {
        return await action(live, watches);
      } catch (error) {
        throw toUpstreamError(error);
      } finally {
        live.calls.delete(call);
      }
    };
    return life.use(serve, call.signal);
  }

  function passNotification({ method, params }: UpstreamNotification): UpstreamNotification {
    const { uri } = params;
    return { method, params: typeof uri === "string" ? { ...params, uri: toGatewayUri(id, uri) } : params };
  }

  async function list(live: LiveUpstream, latest: SourceCall, signal?: AbortSignal): Promise<void> {
    const { client } = live;
    if (client.getServerCapabilities()?.tools === undefined) {
      listProblem = undefined;
      return options.onTools([]);
    }
    const { userId, account, role, auth, logger, fetch } = latest;
    const late = AbortSignal.timeout(options.startMs);
    const call: SourceCall = {
      ...{ userId, account, role, auth, logger, fetch },
      elicit: nobodyToAsk,
      canAsk: false,
      progress() {},
      conceal() {},
      signal: signal ? AbortSignal.any([signal, late]) : late,
    };
    const { tools, problem } = await readToolList((cursor) => readPage(live, call, cursor));
    listProblem = problem;
    const isMirrored = options.isRemote && isOfNewer(client);
    await options.onTools(isMirrored ? tools.filter(canBeMirrored) : tools);
  }

  async function readPage(live: LiveUpstream, call: SourceCall, cursor: string | undefined) {
    const { client } = live;
    const version = isOfNewer(client) ? client.getNegotiatedProtocolVersion() : undefined;
    const params = { ...(cursor !== undefined && { cursor }), ...extras(client, call) };
    const question = { method: listMethod, version, params, isUsual: isPage };
    const answer = await live.ask?.(question, call);
    if (isPage(answer)) return answer;
    const own = { signal: call.signal, timeout: options.startMs, headers: callMarks.for(call) };
    const ask = () => client.request({ method: listMethod, params }, pageSchema, own);
    return current.run(call, ask);
  }

  const listTools = (call: SourceCall) => use(call, (live) => list(live, call));

  return {
    authProvider: options.authProvider,
    listTools,

    callTool: (tool, args, call, check) =>
      use(call, async ({ client, ask: askPlainly }) => {
        check();
        const params = { name: tool.name, arguments: args, ...extras(client, call) };
        const isPlain = (isAlone(client, call) || !options.isRemote) && !mirrors(tool);
        const version = isOfNewer(client) ? client.getNegotiatedProtocolVersion() : undefined;
        const question = { method: callMethod, version, params, isUsual: isUsualResult };
        const answer = isPlain && (await askPlainly?.(question, call));
        const ask = () => {
          const own = { ...optionsOf(client, call), ...(isPlain && { headers: callMarks.for(call) }) };
          const { outputSchema: _, ...toolDefinition } = tool;
          return mirrors(tool)
            ? client.callTool(params, { toolDefinition, ...own })
            : client.request({ method: callMethod, params }, usualResult, own);
        };
        const result = (answer || (await (isPlain ? ask() : current.run(call, ask)))) as CallToolResult;
        if (isInputRequiredResult(result)) return new WholeResult({ content: [], question: result });
        const { content = [], structuredContent, isError, _meta } = result;
        const meta = passMeta(id, _meta);
        return new WholeResult({ content: passContent(id, content), structuredContent, isError, meta });
      }),

    describe: (call) =>
      use(call, async ({ client }) => ({
        capabilities: { ...client.getServerCapabilities() },
        instructions: client.getInstructions(),
      })),

    request: (method, params, call) =>
      use(call, async ({ client }, watches) => {
        const { uri } = params;
        const own = typeof uri === "string" ? { ...params, uri: toUpstreamUri(id, uri) } : params;
        return current.run(call, async () => {
          if (method === "resources/subscribe") return watches.add(client, String(own.uri)).then(() => ({}));
          if (method === "resources/unsubscribe")
            return watches.remove(client, String(own.uri)).then(() => ({}));
          const request = { method, params: { ...own, ...extras(client, call) } };
          const result: Record<string, unknown> = await client.request(
            request as never,
            optionsOf(client, call),
          );
          return isInputRequiredResult(result) ? result : passResult(id, result);
        });
      }),

    subscribe(user, listener, clientRoots) {
      // There is nothing to tell, and nothing to keep, before the first call has made a connection.
      const open = (["any", "legacy"] as const).flatMap((era) => connections.get(keyOf(user, era)) ?? []);
      const releases = open.flatMap(({ life, listeners, roots }) => {
        listeners.add(listener);
        return [life.hold(), ...(clientRoots ? [roots.add(clientRoots)] : [])];
      });
      return {
        rootsChanged() {
          for (const { life, roots } of open) {
            if (!clientRoots || !roots.change(clientRoots)) continue;
            // One that cannot be told asks anew when it is there again.
            life.use(tellRootsChanged, new AbortController().signal).catch(() => {});
          }
        },
        close() {
          for (const { listeners } of open) listeners.delete(listener);
          for (const release of releases) release();
        },
      };
    },

    get state() {
      const states = [...connections.values()].map(({ life }) => life.state);
      const stopped: LifeState = { state: "stopped", reason: null, restarts: 0 };
      const shown = states.find(({ state }) => state === "running") ?? states.at(-1) ?? stopped;
      return { ...shown, reason: shown.reason ?? listProblem ?? null };
    },

    async close() {
      for (const { lists } of connections.values()) for (const changes of lists.values()) changes.close();
      await Promise.all([...connections.values()].map(({ life }) => life.close()));
    },
  };
}

const canBeMirrored = (tool: unknown): boolean => mirrorsByRules((tool as Partial<Tool> | null)?.inputSchema);

/** The newer revision has no such message: there each request asks for roots by itself. */
const tellRootsChanged = async ({ client }: LiveUpstream): Promise<void> => {
  if (!isOfNewer(client)) await client.sendRootsListChanged();
};

const isOfNewer = (client: Client): boolean => client.getProtocolEra() === "modern";

/** Whether client and server are of the revision in which each request carries everything. */
const isDirect = (client: Client, { passage }: SourceCall): boolean =>
  passage?.round !== undefined && isOfNewer(client);

/** Whether nothing comes of a call but its progress and its answer, which both tell whose they are. */
const isAlone = (client: Client, call: SourceCall): boolean =>
  isOfNewer(client) && !call.messages && (isDirect(client, call) || (!call.canAsk && !call.passage?.ask));

function optionsOf(client: Client, call: SourceCall) {
  return {
    signal: call.signal,
    timeout,
    allowInputRequired: isDirect(client, call),
    onprogress: (progress: Progress) => call.progress(progress),
  };
}

function extras(client: Client, call: SourceCall): Record<string, unknown> {
  if (!isOfNewer(client)) return {};
  const { messages, passage, canAsk } = call;
  const level = messages && { [LOG_LEVEL_META_KEY]: messages.level };
  if (passage?.ask && !passage.round) return level ? { _meta: level } : {};
  if (!passage?.round) {
    return { _meta: { ...level, [CLIENT_CAPABILITIES_META_KEY]: canAsk ? formsOnly : nothing } };
  }
  const { meta, inputResponses, requestState } = passage.round;
  return {
    _meta: { ...meta, ...level },
    ...(inputResponses && { inputResponses }),
    ...(requestState !== undefined && { requestState }),
  };
}

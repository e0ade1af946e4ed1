import { ProtocolError } from "@toolshed/apps/rpc";
import {
  type ClientRoots,
  type SourceCall,
  type SourceUser,
  type Subscription,
  type Upstream,
  type UpstreamDescription,
  UpstreamError,
  type UpstreamNotification,
  type ViewNeeds,
  WholeResult,
} from "../source.ts";
import { passContent, passMeta, passResult, toUpstreamUri } from "./content/pass-result.ts";
import { type ConnectionOptions, UpstreamConnection } from "./life/connection.ts";
import type { LifeState } from "./life/upstream-life.ts";
import { paramsOf } from "./peer/handshake.ts";
import { callMethod, isQuestion } from "./peer/results.ts";
import type { AskOptions, UpstreamPeer } from "./peer/upstream-peer.ts";
import { beyondBounds } from "./transport/message-bounds.ts";
import { HttpError } from "./transport/remote-transport.ts";

export interface McpUpstreamOptions
  extends ConnectionOptions,
    Pick<Upstream, "authProvider" | "isShared" | "takesRoots"> {
  /** Told what was read at one of the server's own addresses. Throws if nobody may see it. */
  onRead(uri: string, result: Fields): void;
  /** The domains that a View names, by the server's own address of it. */
  viewNeeds(uri: string): ViewNeeds | undefined;
}

/** A tool as far as the server has to know for a call. */
export interface CalledTool {
  readonly name: string;
  /** The headers that repeat some of the arguments. */
  headersFor(args: Fields): Readonly<Record<string, string>> | undefined;
}

type Fields = Record<string, unknown>;
type Era = "any" | "legacy";
type Action<T> = (peer: UpstreamPeer, connection: UpstreamConnection) => Promise<T>;

const stopped: LifeState = { state: "stopped", reason: null, restarts: 0 };

/** One MCP server behind a source, with as many connections as its credentials ask for. */
export class McpUpstream implements Upstream {
  readonly authProvider: string | undefined;
  /** If not, each user has a connection of their own. Accounts never share one. */
  readonly isShared: boolean;
  readonly takesRoots: boolean;
  readonly #options: McpUpstreamOptions;
  readonly #connections = new Map<string, UpstreamConnection>();

  constructor(options: McpUpstreamOptions) {
    this.authProvider = options.authProvider;
    this.isShared = options.isShared;
    this.takesRoots = options.takesRoots;
    this.#options = options;
  }

  viewNeeds(uri: string): ViewNeeds | undefined {
    const { id, viewNeeds } = this.#options;
    return viewNeeds(toUpstreamUri(id, uri));
  }

  /** Lists its tools and passes them to `onTools`. */
  listTools(call: SourceCall): Promise<void> {
    return this.#use(call, (peer, connection) => connection.list(peer, call));
  }

  /** `check` runs when the server is there, and so has told what its tools are: it throws if they have changed. */
  callTool(tool: CalledTool, args: Fields, call: SourceCall, check: () => void): Promise<WholeResult> {
    const { id, isRemote } = this.#options;
    return this.#use(call, async (peer) => {
      check();
      const headers = isRemote && peer.isModern ? tool.headersFor(args) : undefined;
      const result = await ask(peer, callMethod, { name: tool.name, arguments: args }, { call, headers });
      if (isQuestion(result)) return new WholeResult({ question: result });
      const { content = [], structuredContent, isError, _meta } = result;
      return new WholeResult({
        content: passContent(id, content as unknown[]),
        structuredContent,
        isError: isError === true,
        meta: passMeta(id, _meta),
      });
    });
  }

  /** What it has said about itself. Starts it if needed. */
  describe(call: SourceCall): Promise<UpstreamDescription> {
    return this.#use(call, async ({ capabilities, hello }) => ({
      capabilities: { ...capabilities },
      instructions: hello?.instructions,
    }));
  }

  /** Asks one of the methods that are not about tools. */
  request(method: string, params: Fields, call: SourceCall): Promise<Fields> {
    const { id, onRead } = this.#options;
    const own = typeof params.uri === "string" ? { ...params, uri: toUpstreamUri(id, params.uri) } : params;
    return this.#use(call, async (peer, { watches }) => {
      if (method === "resources/subscribe") return watches.add(peer, String(own.uri)).then(() => ({}));
      if (method === "resources/unsubscribe") return watches.remove(peer, String(own.uri)).then(() => ({}));
      const result = await ask(peer, method, own, { call });
      if (isQuestion(result)) return result;
      const passed = passResult(id, result);
      if (method === "resources/read") onRead(String(own.uri), passed);
      return passed;
    });
  }

  /** Passes on what the server sends unasked, and keeps it running, until the subscription is closed. */
  subscribe(
    user: SourceUser,
    listener: (notification: UpstreamNotification) => void,
    clientRoots?: ClientRoots,
  ): Subscription {
    // There is nothing to tell, and nothing to keep, before the first call has made a connection.
    const open = (["any", "legacy"] as const).flatMap(
      (era) => this.#connections.get(this.#keyOf(user, era)) ?? [],
    );
    const releases = open.flatMap(({ life, listeners, roots }) => {
      listeners.add(listener);
      return [life.keepOpen(), ...(clientRoots ? [roots.add(clientRoots)] : [])];
    });
    return {
      rootsChanged() {
        if (clientRoots) for (const { roots } of open) roots.change(clientRoots);
      },
      presenceChanged() {
        for (const { roots } of open) roots.review();
      },
      close() {
        for (const { listeners } of open) listeners.delete(listener);
        for (const release of releases) release();
      },
    };
  }

  get state(): LifeState {
    const all = [...this.#connections.values()];
    const shown = all.find(({ life }) => life.state.state === "running") ?? all.at(-1);
    const { reason, ...state } = shown?.life.state ?? stopped;
    const problem = all.find(({ listProblem }) => listProblem !== undefined)?.listProblem;
    return { ...state, reason: reason ?? problem ?? null };
  }

  /** Ends what runs. Calls under way fail. */
  async close(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => connection.close()));
  }

  async #use<T>(call: SourceCall, action: Action<T>): Promise<T> {
    const connection = await this.#matchingConnection(call);
    return connection.life.use(async (peer) => {
      peer.calls.add(call);
      try {
        return await action(peer, connection);
      } catch (error) {
        throw toUpstreamError(this.#options.id, error);
      } finally {
        peer.calls.delete(call);
      }
    }, call.signal);
  }

  /** A client of the older revisions meets a server of both as it would without us: with requests in both directions. */
  async #matchingConnection(call: SourceCall): Promise<UpstreamConnection> {
    const connection = this.#connectionOf(call, "any");
    if (call.clientChannel?.era !== "legacy") return connection;
    const isModern = await connection.life.use(async (peer) => peer.isModern, call.signal);
    if (!isModern) return connection;
    const twin = this.#connectionOf(call, "legacy");
    return twin.life.use(async () => twin, call.signal).catch(() => connection);
  }

  #connectionOf(call: SourceCall, era: Era): UpstreamConnection {
    const key = this.#keyOf(call, era);
    const connection = this.#connections.get(key) ?? new UpstreamConnection(this.#options, call, era);
    this.#connections.set(key, connection);
    connection.latest = call;
    return connection;
  }

  #keyOf({ userId, account = "" }: SourceUser, era: Era): string {
    return JSON.stringify([era, this.isShared ? "" : userId, account]);
  }
}

/** Where both client and server are of the newer revision, the client answers what the server asks. */
function ask(
  peer: UpstreamPeer,
  method: string,
  params: Fields,
  options: AskOptions & { readonly call: SourceCall },
): Promise<Fields> {
  if (!peer.isModern) return peer.request(method, params, options);
  const all = { ...params, ...paramsOf(options.call) };
  return options.call.clientChannel?.round
    ? peer.request(method, all, options)
    : peer.converse(method, all, options);
}

/** What a server answered keeps its code. What stands in the way of an answer is told in a sentence. */
function toUpstreamError(source: string, error: unknown): unknown {
  if (error instanceof ProtocolError && error.data === beyondBounds) {
    return new Error(
      `${source} ran the call, but sent an answer that is too large or too deep: ${error.message}. ` +
        "Ask for less with the tool's limit or filter arguments.",
      { cause: error },
    );
  }
  if (error instanceof ProtocolError) return new UpstreamError(error.code, error.message, error.data);
  if (error instanceof HttpError && (error.status === 401 || error.status === 403)) {
    return new Error(
      `The server refuses the credentials (${error.status}). Connect it again in the Toolshed dashboard.`,
    );
  }
  return error;
}

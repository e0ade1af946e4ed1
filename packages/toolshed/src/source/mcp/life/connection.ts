import { startDeadline } from "../../../work/deadline.ts";
import { type SourceCall, type UpstreamNotification, unattended } from "../../source.ts";
import { toGatewayUri } from "../content/pass-result.ts";
import { DiedOfQuestion, type Known, paramsOf } from "../peer/handshake.ts";
import { keepListening } from "../peer/keep-listening.ts";
import { listMethod, type Page } from "../peer/results.ts";
import { changeMethod, lists, UpstreamPeer } from "../peer/upstream-peer.ts";
import { mirrorsByRules } from "../tools/mirrored-headers.ts";
import { readToolList } from "../tools/tool-definition.ts";
import { refusalStatus } from "../transport/remote-transport.ts";
import type { OpenTransport } from "../transport/upstream-transport.ts";
import { ListChanges } from "./list-changes.ts";
import { SessionRoots } from "./session-roots.ts";
import { UpstreamLife } from "./upstream-life.ts";
import { Watches } from "./watches.ts";

export interface ConnectionOptions {
  readonly id: string;
  readonly idleMs: number;
  readonly startMs: number;
  /** How to reach the server: the next one is for servers that do not know the one before. */
  readonly transports: readonly OpenTransport[];
  /** Whether each request has an exchange of its own, and so headers. */
  readonly isRemote: boolean;
  /** Called with what a server lists when it has started or its list has changed, before any call is served. */
  onTools(tools: readonly unknown[]): Promise<void>;
  /** Told why a connection ended that nobody has closed. */
  onEnd(reason: string): void;
}

/** How a server answers that does not know the transport. */
const unknownStatuses: readonly unknown[] = [400, 404, 405];

/** A connection to a server for one set of credentials, with those who listen to it. It comes and goes as it is used. */
export class UpstreamConnection {
  readonly listeners = new Set<(notification: UpstreamNotification) => void>();
  /** A server that can't be reached asks again when it is back. */
  readonly roots = new SessionRoots(() => {
    this.life.use((peer) => peer.tellRootsChanged(), new AbortController().signal).catch(() => {});
  });
  readonly watches = new Watches((uri) =>
    this.#tell({ method: "notifications/resources/updated", params: { uri } }),
  );
  readonly life: UpstreamLife;
  /** Why not all tools are listed, in words that continue the server's name. */
  listProblem: string | undefined;
  /** Speaks for the connection where no call is being served. */
  latest: SourceCall;
  readonly #options: ConnectionOptions;
  readonly #changes: ReadonlyMap<string, ListChanges>;
  #known: Known | undefined;
  #peer: UpstreamPeer | undefined;

  /** With `legacy` the server is met as one of the older revisions. */
  constructor(options: ConnectionOptions, first: SourceCall, era: "any" | "legacy") {
    this.#options = options;
    this.latest = first;
    this.#known = era === "legacy" ? era : undefined;
    this.#changes = new Map(
      lists.map((list) => [changeMethod(list), new ListChanges(() => this.#reread(changeMethod(list)))]),
    );
    const connect = (signal: AbortSignal) =>
      this.#connect(signal).catch((error) => {
        // It may be another server by now.
        if (era === "any") this.#known = undefined;
        throw error;
      });
    const { id: name, idleMs, onEnd } = options;
    this.life = new UpstreamLife({ name, idleMs, connect, onEnd });
  }

  /** Reads the list of tools, for the one who asks. */
  async list(peer: UpstreamPeer, latest: SourceCall, signal?: AbortSignal): Promise<void> {
    const { isRemote, onTools, startMs } = this.#options;
    if (peer.capabilities.tools === undefined) {
      this.listProblem = undefined;
      return onTools([]);
    }
    const call = inBackground(latest, startMs, signal);
    const own = peer.isModern ? paramsOf(call) : {};
    const { tools, problem } = await readToolList(async (cursor) => {
      const params = { ...(cursor !== undefined && { cursor }), ...own };
      return (await peer.converse(listMethod, params, { call })) as unknown as Page;
    });
    this.listProblem = problem;
    await onTools(isRemote && peer.isModern ? tools.filter(canBeMirrored) : tools);
  }

  async close(): Promise<void> {
    for (const changes of this.#changes.values()) changes.close();
    await this.life.close();
  }

  async #connect(signal: AbortSignal): Promise<UpstreamPeer> {
    const peer = await connectWithFallback(this.#options.transports, (transport) =>
      this.#connectBy(transport, this.#known, signal).catch((error) => {
        // Some older programs end when they are asked anything before `initialize`.
        if (!(error instanceof DiedOfQuestion) || signal.aborted) throw error;
        return this.#connectBy(transport, "legacy", signal);
      }),
    );
    this.#known = peer.isModern ? peer.hello : "legacy";
    // Without it the server is used as it is.
    if (peer.isModern) await this.#followLists(peer).catch(() => {});
    try {
      await this.list(peer, this.latest, signal);
      await this.watches.renew(peer);
    } catch (error) {
      await peer.close();
      throw error;
    }
    this.#peer = peer;
    return peer;
  }

  async #connectBy(
    openTransport: OpenTransport,
    known: Known | undefined,
    signal: AbortSignal,
  ): Promise<UpstreamPeer> {
    const transport = openTransport(() => this.latest);
    const peer = new UpstreamPeer(transport, {
      onNotification: (notification) => this.#hear(notification),
      listRoots: (during) => this.roots.list(during),
    });
    const giveUp = () => {
      transport.close().catch(() => {});
    };
    signal.addEventListener("abort", giveUp);
    try {
      await peer.connect(known, this.#options.startMs);
      return peer;
    } catch (error) {
      await transport.close().catch(() => {});
      if (error instanceof DiedOfQuestion || transport.reason === undefined) throw error;
      throw new Error(`The server ${transport.reason}`, { cause: error });
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  async #followLists(peer: UpstreamPeer): Promise<void> {
    const { changingLists } = peer;
    if (changingLists.length === 0) return;
    const filter = Object.fromEntries(changingLists.map((list) => [`${list}ListChanged`, true]));
    await keepListening(peer, filter, this.#options.startMs, () => {
      for (const list of changingLists) this.#hear({ method: changeMethod(list), params: {} });
    });
  }

  #hear(notification: UpstreamNotification): void {
    const changes = this.#changes.get(notification.method);
    if (changes) changes.changed();
    else this.#tell(notification);
  }

  async #reread(method: string): Promise<void> {
    // Listeners read the list immediately, so it has to be the new one. If it cannot be read, they learn that.
    const isOfTools = method === changeMethod("tools");
    if (isOfTools && this.#peer) await this.list(this.#peer, this.latest).catch(() => {});
    this.#tell({ method, params: {} });
  }

  #tell({ method, params }: UpstreamNotification): void {
    const { uri } = params;
    const own = typeof uri === "string" ? { ...params, uri: toGatewayUri(this.#options.id, uri) } : params;
    for (const listener of this.listeners) listener({ method, params: own });
  }
}

/** A call that nobody waits for, by the credentials of one. */
function inBackground(latest: SourceCall, timeoutMs: number, signal: AbortSignal | undefined): SourceCall {
  const { userId, account, role, auth, logger, fetch } = latest;
  return {
    ...{ userId, account, role, auth, logger, fetch },
    ...unattended,
    signal: startDeadline(timeoutMs, ...(signal ? [signal] : [])).signal,
  };
}

/** Connects by the first transport that the server knows. Rejects with what was wrong with the first one of all. */
async function connectWithFallback<T>(
  [first, ...others]: readonly OpenTransport[],
  connect: (transport: OpenTransport) => Promise<T>,
): Promise<T> {
  try {
    return await connect(first as OpenTransport);
  } catch (error) {
    if (others.length === 0 || !unknownStatuses.includes(refusalStatus(error))) throw error;
    return connectWithFallback(others, connect).catch(() => {
      throw error;
    });
  }
}

const canBeMirrored = (tool: unknown): boolean =>
  mirrorsByRules((Object(tool) as { inputSchema?: unknown }).inputSchema);

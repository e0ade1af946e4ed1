import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Who a connection is from, as far as its requests have shown. */
export type Rank = "stranger" | "agent" | "person";

export interface ConnectionCounts {
  readonly open: number;
  /** ClientConnections whose client has not authenticated. */
  readonly strangers: number;
  /** Idle connections that were closed to make room for others. */
  readonly closedForRoom: number;
  /** ClientConnections that were closed while they had a request, because all others had one too. */
  readonly refused: number;
}

export type ConnectionsOptions = Readonly<typeof defaults>;

const defaults = {
  /** Leaves file descriptors for everything else. */
  max: 8_000,
  /** How many of them agents and strangers may have together, and strangers alone. The rest is for people. */
  maxAgents: 7_500,
  maxStrangers: 6_000,
  /** Of one endpoint or person. */
  maxPerKey: 4_000,
  /** How long a client that hasn't authenticated may keep a connection that it doesn't use. */
  strangerIdleMs: 5_000,
  onPressure(): void {},
};

interface Connection {
  readonly socket: Socket;
  group: Group;
  requests: number;
}

interface Group {
  readonly key: string;
  readonly rank: Rank;
  size: number;
  /** The one that has been idle for longest comes first. */
  readonly idle: Set<Connection>;
}

/** From the first to lose its connections to the last. */
const ranks = ["stranger", "agent", "person"] as const;

/**
 * Shares the connections that a gateway can have. When room is needed, the client with the most idle
 * connections loses its oldest one: first strangers, then agents, then people.
 */
export class ClientConnections {
  readonly #options: ConnectionsOptions;
  readonly #known = new Map<Socket, Connection>();
  readonly #groups = new Map<string, Group>();
  readonly #sizes: Record<Rank, number> = { stranger: 0, agent: 0, person: 0 };
  readonly #idle: Record<Rank, LargestFirst> = {
    stranger: new LargestFirst(),
    agent: new LargestFirst(),
    person: new LargestFirst(),
  };
  #closedForRoom = 0;
  #refused = 0;

  constructor(options: Partial<ConnectionsOptions> = {}) {
    this.#options = { ...defaults, ...options };
  }

  get counts(): ConnectionCounts {
    return {
      open: this.#known.size,
      strangers: this.#sizes.stranger,
      closedForRoom: this.#closedForRoom,
      refused: this.#refused,
    };
  }

  /** A connection was accepted. */
  add(socket: Socket): void {
    const connection = { socket, group: this.#groupOf("stranger", addressOf(socket)), requests: 0 };
    this.#known.set(socket, connection);
    this.#join(connection);
    socket.once("close", () => this.#remove(connection));
    const { max, maxStrangers } = this.#options;
    if (this.#sizes.stranger > maxStrangers) this.#closeOne(["stranger"], connection);
    else if (this.#known.size > max) this.#closeOne(ranks, connection);
  }

  /** Knows for how long each connection has requests. */
  counting(next: RequestListener): RequestListener {
    return (request, response) => {
      const connection = this.#known.get(request.socket);
      if (connection) {
        this.#begin(connection);
        if (connection.group.rank === "stranger") this.#announce(response);
        response.once("close", () => this.#end(connection));
      }
      return next(request, response);
    };
  }

  /** A client that knows how long its connection lasts doesn't use it in the moment in which it ends. */
  #announce(response: ServerResponse): void {
    if (!response.shouldKeepAlive) return;
    response.setHeader("Connection", "keep-alive");
    response.setHeader("Keep-Alive", `timeout=${this.#options.strangerIdleMs / 1_000}`);
  }

  #begin(connection: Connection): void {
    connection.requests += 1;
    this.#setIdle(connection, false);
  }

  #end(connection: Connection): void {
    connection.requests -= 1;
    const { requests, socket, group } = connection;
    if (requests > 0 || !this.#known.has(socket)) return;
    this.#setIdle(connection, true);
    // Until its next request. Node has just set the longer time that others have.
    if (group.rank === "stranger") socket.setTimeout(this.#options.strangerIdleMs);
  }

  /** The request that has begun is from this client. */
  identify({ socket }: IncomingMessage, response: ServerResponse, rank: Rank, key: string): void {
    const connection = this.#known.get(socket);
    if (rank !== "stranger") for (const name of ["Connection", "Keep-Alive"]) response.removeHeader(name);
    if (!connection || connection.group.key === groupKey(rank, key)) return;
    // What a client has shown once still counts when it loads a page without a credential.
    if (rank === "stranger" && connection.group.rank !== "stranger") return;
    this.#leave(connection);
    connection.group = this.#groupOf(rank, key);
    this.#join(connection);
    const { maxAgents, maxPerKey } = this.#options;
    if (rank === "stranger") return;
    if (connection.group.size > maxPerKey) this.#closeOldest(connection.group);
    else if (rank === "agent" && this.#sizes.agent + this.#sizes.stranger > maxAgents)
      this.#closeOne(["stranger", "agent"], undefined);
  }

  #closeOne(from: readonly Rank[], newest: Connection | undefined): void {
    this.#options.onPressure();
    for (const rank of from) {
      const group = this.#idle[rank].largest;
      if (group && this.#closeOldest(group, newest)) return;
    }
    if (!newest) return;
    this.#refused += 1;
    newest.socket.destroy();
  }

  #closeOldest(group: Group, except?: Connection): boolean {
    const [oldest] = group.idle;
    if (!oldest || oldest === except) return false;
    this.#closedForRoom += 1;
    this.#remove(oldest);
    oldest.socket.destroy();
    return true;
  }

  #groupOf(rank: Rank, key: string): Group {
    const name = groupKey(rank, key);
    const group = this.#groups.get(name) ?? { key: name, rank, size: 0, idle: new Set() };
    this.#groups.set(name, group);
    return group;
  }

  #join(connection: Connection): void {
    const { group, requests } = connection;
    group.size += 1;
    this.#sizes[group.rank] += 1;
    if (requests === 0) this.#setIdle(connection, true);
  }

  #leave(connection: Connection): void {
    const { group } = connection;
    this.#setIdle(connection, false);
    group.size -= 1;
    this.#sizes[group.rank] -= 1;
    if (group.size === 0) this.#groups.delete(group.key);
  }

  #remove(connection: Connection): void {
    if (this.#known.delete(connection.socket)) this.#leave(connection);
  }

  #setIdle(connection: Connection, isIdle: boolean): void {
    const { group } = connection;
    const before = group.idle.size;
    if (isIdle) group.idle.add(connection);
    else group.idle.delete(connection);
    this.#idle[group.rank].move(group, before, group.idle.size);
  }
}

/** Groups by how many idle connections they have. */
class LargestFirst {
  readonly #bySize: (Set<Group> | undefined)[] = [];

  get largest(): Group | undefined {
    while (this.#bySize.length > 0) {
      const [group] = this.#bySize.at(-1) ?? [];
      if (group) return group;
      this.#bySize.pop();
    }
    return undefined;
  }

  move(group: Group, from: number, to: number): void {
    if (from === to) return;
    this.#bySize[from]?.delete(group);
    if (to === 0) return;
    const groups = this.#bySize[to] ?? new Set();
    this.#bySize[to] = groups;
    groups.add(group);
  }
}

const groupKey = (rank: Rank, key: string): string => `${rank} ${key}`;
const addressOf = ({ remoteAddress = "" }: Socket): string => `address ${remoteAddress}`;

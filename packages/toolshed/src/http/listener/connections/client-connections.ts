import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./network-of.ts";

/** How its requests have authenticated a connection so far. */
export type Rank = "stranger" | "agent" | "person";

/** The client of a request. */
export interface IdentifiedClient {
  readonly rank: Rank;
  /** The person, or the address of a stranger. */
  readonly owner: string;
  /** The endpoint, if it is an agent's. */
  readonly endpoint?: string | undefined;
}

export interface ConnectionCounts {
  readonly open: number;
  /** Connections whose client has not authenticated. */
  readonly strangers: number;
  /** Idle connections that were closed to make room for others. */
  readonly closedForRoom: number;
  /** New connections that were closed because all others were in use. */
  readonly refused: number;
}

export type ConnectionsOptions = Readonly<typeof defaults>;

const defaults = {
  /** Leaves file descriptors for everything else. */
  max: 8_000,
  /** How many of them agents and strangers may have together, and strangers alone. The rest is for people. */
  maxAgents: 7_500,
  maxStrangers: 6_000,
  /** The most connections of one endpoint, or of one person's browsers and commands. */
  maxPerKey: 4_000,
  /** How long a client that hasn't authenticated may keep a connection that it doesn't use. */
  strangerIdleMs: 5_000,
  /** How long a new connection has for its first request before it counts as idle, unless its owner has many. */
  freshMs: 2_000,
  manyFresh: 32,
  isProxy: (_request: IncomingMessage): boolean => false,
  onPressure(): void {},
  now: (): number => performance.now(),
};

interface Connection {
  readonly socket: Socket;
  readonly acceptedAt: number;
  owner: Owner;
  part: Part;
  requests: number;
  hasAsked: boolean;
  isProxied: boolean;
}

/** The connections of one endpoint, or all of an owner without endpoints. */
interface Part {
  readonly name: string;
  size: number;
  /** Ordered by how long they have been idle, the longest first. */
  readonly idle: Set<Connection>;
}

interface Owner {
  readonly name: string;
  readonly rank: Rank;
  readonly parts: Map<string, Part>;
  idle: number;
}

/** From the first to lose its connections to the last. */
const ranks = ["stranger", "agent", "person"] as const;

/**
 * Shares the connections that a gateway can have. When room is needed, the owner of the most idle connections loses the
 * oldest one of the endpoint with the most: first strangers, then agents, then people.
 */
export class ClientConnections {
  readonly #options: ConnectionsOptions;
  readonly #known = new Map<Socket, Connection>();
  readonly #owners = new Map<string, Owner>();
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
    const { owner, part } = this.#placeOf({ rank: "stranger", owner: socket.remoteAddress ?? "" });
    const acceptedAt = this.#options.now();
    const state = { requests: 0, hasAsked: false, isProxied: false };
    const connection = { socket, acceptedAt, owner, part, ...state };
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
        connection.hasAsked = true;
        connection.isProxied = this.#options.isProxy(request);
        connection.requests += 1;
        this.#setIdle(connection, false);
        if (this.#isBrief(connection)) this.#announce(response);
        response.once("close", () => this.#end(connection));
      }
      return next(request, response);
    };
  }

  #end(connection: Connection): void {
    connection.requests -= 1;
    if (connection.requests > 0 || !this.#known.has(connection.socket)) return;
    this.#setIdle(connection, true);
    // Until its next request. Node has just set the longer time that others have.
    if (this.#isBrief(connection)) connection.socket.setTimeout(this.#options.strangerIdleMs);
  }

  /** Proxies keep their connections for any client, and may not know that one is about to end. */
  #isBrief({ owner, isProxied }: Connection): boolean {
    return owner.rank === "stranger" && !isProxied;
  }

  /** Tells the client how long the connection lasts. Otherwise it may send a request just as the connection closes. */
  #announce(response: ServerResponse): void {
    if (!response.shouldKeepAlive) return;
    response.setHeader("Connection", "keep-alive");
    response.setHeader("Keep-Alive", `timeout=${this.#options.strangerIdleMs / 1_000}`);
  }

  /** The request that has begun is from this client. */
  identify({ socket }: IncomingMessage, response: ServerResponse, client: IdentifiedClient): void {
    const connection = this.#known.get(socket);
    const { rank } = client;
    if (rank !== "stranger") for (const name of ["Connection", "Keep-Alive"]) response.removeHeader(name);
    // A connection keeps its rank when its client then loads a page, because pages need no credential.
    if (!connection || (rank === "stranger" && connection.owner.rank !== "stranger")) return;
    if (connection.part === this.#placeOf(client).part) return;
    this.#leave(connection);
    const { owner, part } = this.#placeOf(client);
    connection.owner = owner;
    connection.part = part;
    this.#join(connection);
    if (rank === "stranger") return;
    const { maxAgents, maxPerKey } = this.#options;
    if (part.size > maxPerKey) this.#closeOldest(owner, part);
    else if (rank === "agent" && this.#sizes.agent + this.#sizes.stranger > maxAgents)
      this.#closeOne(["stranger", "agent"], undefined);
  }

  #closeOne(from: readonly Rank[], newest: Connection | undefined): void {
    this.#options.onPressure();
    for (const rank of from) {
      const owner = this.#idle[rank].largest;
      if (owner && this.#closeOldest(owner, largestPart(owner), newest)) return;
    }
    if (!newest) return;
    this.#refused += 1;
    newest.socket.destroy();
  }

  #closeOldest(owner: Owner, part: Part, except?: Connection): boolean {
    const [oldest] = part.idle;
    if (!oldest || oldest === except || this.#isFresh(oldest, owner)) return false;
    this.#closedForRoom += 1;
    this.#remove(oldest);
    oldest.socket.destroy();
    return true;
  }

  /** Returns true if the connection's first request may still be on its way. */
  #isFresh({ hasAsked, acceptedAt }: Connection, { idle }: Owner): boolean {
    const { freshMs, manyFresh, now } = this.#options;
    return !hasAsked && idle <= manyFresh && now() - acceptedAt < freshMs;
  }

  #placeOf({ rank, owner: given, endpoint = "" }: IdentifiedClient): { owner: Owner; part: Part } {
    const name = `${rank} ${rank === "stranger" ? networkOf(given) : given}`;
    const owner = this.#owners.get(name) ?? { name, rank, parts: new Map(), idle: 0 };
    const part = owner.parts.get(endpoint) ?? { name: endpoint, size: 0, idle: new Set() };
    return { owner, part };
  }

  #join(connection: Connection): void {
    const { owner, part, requests } = connection;
    this.#owners.set(owner.name, owner);
    owner.parts.set(part.name, part);
    part.size += 1;
    this.#sizes[owner.rank] += 1;
    if (requests === 0) this.#setIdle(connection, true);
  }

  #leave(connection: Connection): void {
    const { owner, part } = connection;
    this.#setIdle(connection, false);
    part.size -= 1;
    this.#sizes[owner.rank] -= 1;
    if (part.size === 0) owner.parts.delete(part.name);
    if (owner.parts.size === 0) this.#owners.delete(owner.name);
  }

  #remove(connection: Connection): void {
    if (this.#known.delete(connection.socket)) this.#leave(connection);
  }

  #setIdle(connection: Connection, isIdle: boolean): void {
    const { owner, part } = connection;
    const { size } = part.idle;
    if (isIdle) part.idle.add(connection);
    else part.idle.delete(connection);
    const before = owner.idle;
    owner.idle += part.idle.size - size;
    this.#idle[owner.rank].move(owner, before);
  }
}

const largestPart = ({ parts }: Owner): Part =>
  [...parts.values()].reduce((largest, part) => (part.idle.size > largest.idle.size ? part : largest));

/** Owners by how many idle connections they have. */
class LargestFirst {
  readonly #bySize: (Set<Owner> | undefined)[] = [];

  get largest(): Owner | undefined {
    while (this.#bySize.length > 0) {
      const [owner] = this.#bySize.at(-1) ?? [];
      if (owner) return owner;
      this.#bySize.pop();
    }
    return undefined;
  }

  move(owner: Owner, from: number): void {
    const { idle } = owner;
    if (from === idle) return;
    this.#bySize[from]?.delete(owner);
    if (idle === 0) return;
    const owners = this.#bySize[idle] ?? new Set();
    this.#bySize[idle] = owners;
    owners.add(owner);
  }
}

import type { IncomingHttpHeaders } from "node:http";
import type { Implementation, ServerCapabilities } from "@modelcontextprotocol/server";
import type { Caller } from "../../policy/caller.ts";
import type { UpstreamNotification } from "../../source/source.ts";
import type { CallSignal } from "../../work/cancellation.ts";
import type { Client } from "./envelope.ts";
import type { Fields, RequestId } from "./message.ts";
import type { Era } from "./versions.ts";

/** A request of a client, over HTTP or stdio. */
export interface McpRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Fields;
  readonly era: Era;
  readonly caller: Caller;
  readonly client: Client;
  /** Aborted when the client disconnects or cancels the request. */
  readonly signal: CallSignal;
  /** Sends a notification or request to the client before the answer. */
  send(message: Outgoing): void;
  /** Absent if the client can receive nothing but answers. */
  readonly connection?: ClientConnection | undefined;
  /** Absent on stdio. */
  readonly headers?: IncomingHttpHeaders | undefined;
  /** How long it waited for its turn. */
  readonly queueMs?: number | undefined;
}

export interface Outgoing {
  readonly id?: RequestId;
  readonly method: string;
  readonly params: Fields;
}

/** A client of an older revision that stays connected between its requests. */
export interface ClientConnection {
  readonly client: Client;
  /** What it got in answer to `initialize`. */
  readonly description: Description;
  /** The resources it has subscribed to. */
  readonly watched: Set<string>;
  /** From which level on it wants log messages. */
  level: string;
  /** Sends a request to the client, as part of answering one of its own or outside of them. */
  ask(method: string, params: Fields, during?: McpRequest): Promise<Fields>;
  tell(notification: UpstreamNotification): void;
  /** Whether it receives messages outside of its requests. */
  isListening(): boolean;
  /** False from the end of its stream until its next request. */
  isPresent(): boolean;
}

/** What a server says about itself in the handshake. */
export interface Description {
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string | undefined;
}

export type Handler = (request: McpRequest) => Promise<object> | object;

/** What a client is served at a URL or over stdio. */
export interface McpEndpoint {
  info(caller: Caller): Implementation;
  describe(era: Era, caller: Caller): Promise<Description> | Description;
  readonly handlers: Readonly<Record<string, Handler>>;
  /** How long clients may cache the list of tools. By default they may not. */
  readonly toolsCache?: { readonly ttlMs: number; readonly cacheScope: "public" | "private" };
  /** Notifies about changes until the returned function is called. */
  listen?(wanted: Wanted, request: McpRequest, tell: Tell): Promise<() => void>;
  /** Present if clients of older revisions have sessions here. Called when one begins. */
  attach?(connection: ClientConnection, caller: Caller): Promise<Attachment>;
}

export interface Attachment {
  /** Called when the client's roots have changed. */
  rootsChanged(): void;
  /** Called when the client begins to listen or leaves. */
  presenceChanged(): void;
  detach(): Promise<void>;
}

export type Tell = (method: string, params?: Fields) => void;

/** The changes that a client subscribes to. */
export interface Wanted {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

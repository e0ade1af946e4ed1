import type { IncomingHttpHeaders } from "node:http";
import { estimateBytes } from "../../json/estimate-bytes.ts";
import { isObject } from "../../json/json-object.ts";
import type { Caller } from "../../policy/caller.ts";
import type { Cancellation } from "../../work/cancellation.ts";
import type { ClientTickets } from "./client-tickets.ts";
import { type CommonHandlers, handshakes, serve } from "./dispatch.ts";
import type { McpEndpoint, McpRequest } from "./endpoint.ts";
import { readEnvelope } from "./envelope.ts";
import { createLegacyClients, type LegacyClients } from "./legacy-clients.ts";
import { createListening } from "./listen.ts";
import { isRequest, isResponse, type RpcMessage, type RpcRequest } from "./message.ts";
import { badRequest, errorCodes, ProtocolError, toWire } from "./protocol-error.ts";
import { readMessage } from "./read-message.ts";
import { type Reply, Responder, smallAnswer } from "./respond.ts";

/** An authenticated request to an MCP URL. */
export interface HttpRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly caller: Caller;
  /** How long it waited for its turn. */
  readonly queueMs?: number | undefined;
}

export interface DoorParts {
  endpointOf(caller: Caller): McpEndpoint;
  readonly tickets: ClientTickets;
  /** Logs an error of our own and returns what a client may know of it. */
  report(thrown: unknown): string;
}

type Received = RpcMessage | readonly RpcMessage[];

/** A request, its endpoint, and where its answer goes. */
interface HttpExchange extends HttpRequest {
  readonly endpoint: McpEndpoint;
  readonly reply: Reply;
}

const beatMs = 15_000;
const jsonType = /^application\/json\s*(?:;|$)/i;
const eventStream = "text/event-stream";

/** Serves clients of every revision on one URL. */
export class HttpDoor {
  readonly #parts: DoorParts;
  readonly #legacy: LegacyClients;
  readonly #listening = createListening();
  readonly #common: CommonHandlers = { ...handshakes, ...this.#listening.handlers };
  readonly #underWay = new Map<Responder, Promise<unknown>>();
  /** Requests of clients without a session in memory, by session id and request id. */
  readonly #cancellable = new Map<string, Cancellation>();
  readonly #beating: NodeJS.Timeout;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#legacy = createLegacyClients(parts.tickets);
    this.#beating = setInterval(() => this.#beat(), beatMs).unref();
  }

  /** Resolves when the request is answered, or when the stream of a session is open. */
  async serve(request: HttpRequest, reply: Reply): Promise<void> {
    const { method, headers, body, caller, queueMs } = request;
    const endpoint = this.#parts.endpointOf(caller);
    const http: HttpExchange = { method, headers, body, caller, queueMs, endpoint, reply };
    let received: Received | undefined;
    try {
      if (method !== "POST") return await this.#serveSession(http);
      if (!isJson(headers["content-type"])) throw notJson();
      received = readMessage(body);
      await this.#servePost(received, http);
    } catch (thrown) {
      if (!(thrown instanceof ProtocolError)) throw thrown;
      refuse(http, thrown, received);
    }
  }

  /** Cancels the requests under way and resolves when they have ended. */
  async close(): Promise<void> {
    clearInterval(this.#beating);
    this.#listening.close();
    for (const { gone } of this.#underWay.keys()) gone.abort();
    const ended = Promise.allSettled(this.#underWay.values());
    await this.#legacy.close();
    await ended;
  }

  async #servePost(received: Received, http: HttpExchange): Promise<void> {
    if ("length" in received) return this.#serveLegacy(received, http, received.filter(isRequest).length);
    const client = isResponse(received) ? undefined : readEnvelope(received, http.headers);
    if (!client) return this.#serveLegacy([received], http);
    if (!isRequest(received)) return http.reply.send(202);
    const { headers, reply } = http;
    const responder = new Responder(reply, { takesStream: accepts(headers, eventStream) });
    const request = toRequest(received, http, responder, { era: "modern", client, signal: reply.gone });
    await this.#track(responder, this.#answer(request, http, responder));
  }

  async #serveLegacy(messages: readonly RpcMessage[], http: HttpExchange, batch?: number): Promise<void> {
    const { headers, reply } = http;
    if (!accepts(headers, eventStream) || !accepts(headers, "application/json"))
      throw notAcceptable("both application/json and text/event-stream");
    const requests = messages.filter(isRequest);
    const initialize = requests.find(({ method }) => method === "initialize");
    if (initialize && messages.length > 1)
      throw badRequest(
        errorCodes.invalidRequest,
        "Invalid Request: Only one initialization request is allowed",
      );
    const known = initialize ? await this.#legacy.begin(http, initialize) : this.#legacy.recognize(http);
    const { client, session, ticket } = known;
    for (const message of messages) {
      if (isRequest(message)) continue;
      if (session) session.receive(message);
      else if (ticket !== undefined) this.#cancellable.get(cancelledBy(message, ticket))?.abort();
    }
    if (requests.length === 0) return reply.send(202);
    const responder = new Responder(reply, {
      takesStream: true,
      alwaysStreams: session !== undefined,
      headers: known.headers,
      batch,
    });
    const answerOne = (message: RpcRequest) => {
      const answerUntil = (signal: Cancellation) => {
        const from = { era: "legacy", client, signal, connection: session } as const;
        return this.#answer(toRequest(message, http, responder, from), http, responder);
      };
      // In a session a broken connection cancels nothing: the client sends a notification for that.
      return session ? session.serve(message.id, answerUntil) : answerUntil(reply.gone);
    };
    const key = batch === undefined && ticket !== undefined ? keyOf(ticket, requests[0]?.id) : undefined;
    if (key !== undefined) this.#cancellable.set(key, reply.gone);
    const answered = Promise.all(requests.map(answerOne));
    await this.#track(responder, answered).finally(() => key !== undefined && this.#cancellable.delete(key));
  }

  /** GET opens the stream of a session, DELETE ends the session. */
  async #serveSession(http: HttpExchange): Promise<void> {
    const { method, headers, endpoint, reply } = http;
    if (!endpoint.attach || (method !== "GET" && method !== "DELETE"))
      throw new ProtocolError(errorCodes.refused, "Method not allowed.", 405);
    if (method === "GET" && !accepts(headers, eventStream)) throw notAcceptable(eventStream);
    const session = this.#legacy.sessionOf(http);
    if (method === "DELETE") {
      await this.#legacy.end(session);
      return reply.send(200);
    }
    if (session.isListening())
      throw new ProtocolError(
        errorCodes.refused,
        "Conflict: Only one SSE stream is allowed per session",
        409,
      );
    session.openStream(reply);
  }

  async #answer(request: McpRequest, { endpoint, reply }: HttpExchange, responder: Responder): Promise<void> {
    const outcome = await serve(endpoint, request, this.#common, this.#parts.report);
    const body = "result" in outcome ? outcome : { error: toWire(outcome.error) };
    const bytes = estimateBytes(body);
    const isAdmitted = bytes <= smallAnswer || (await reply.admit(bytes));
    // The client may have left while a large answer waited.
    if (bytes > smallAnswer && reply.gone.aborted) return;
    if (request.connection && request.signal.aborted) responder.drop();
    else if (!isAdmitted) responder.answer(request.id, { error: toWire(tooMuchUnread()) });
    else {
      const status = "error" in outcome && request.era === "modern" ? outcome.error.status : 200;
      responder.answer(request.id, body, status);
    }
  }

  async #track(responder: Responder, answering: Promise<unknown>): Promise<void> {
    this.#underWay.set(responder, answering);
    try {
      await answering;
    } finally {
      this.#underWay.delete(responder);
    }
  }

  #beat(): void {
    for (const responder of this.#underWay.keys()) responder.beat();
    this.#legacy.beat();
  }
}

function toRequest(
  { id, method, params = {} }: RpcRequest,
  { caller, headers, queueMs }: HttpExchange,
  responder: Responder,
  { era, client, signal, connection }: Pick<McpRequest, "era" | "client" | "signal" | "connection">,
): McpRequest {
  const send: McpRequest["send"] = (message) => responder.send(message);
  return { id, method, params, era, caller, client, signal, connection, headers, queueMs, send };
}

const keyOf = (ticket: string, id: unknown): string => `${ticket} ${JSON.stringify(id)}`;

const cancelledBy = (message: RpcMessage, ticket: string): string =>
  "method" in message && message.method === "notifications/cancelled"
    ? keyOf(ticket, message.params?.requestId)
    : "";

function refuse(
  { reply, endpoint }: HttpExchange,
  error: ProtocolError,
  received: Received | undefined,
): void {
  const id = isObject(received) && "method" in received ? (received.id ?? null) : null;
  const text = JSON.stringify({ jsonrpc: "2.0", error: toWire(error), id });
  const allowed = { Allow: endpoint.attach ? "GET, POST, DELETE" : "POST" };
  reply.send(error.status, text, error.status === 405 ? allowed : undefined);
}

const isJson = (type = ""): boolean => type === "application/json" || jsonType.test(type);

const accepts = ({ accept = "" }: IncomingHttpHeaders, type: string): boolean => accept.includes(type);

/** The request has run, so it must not sound as if it had not. */
const tooMuchUnread = (): ProtocolError =>
  new ProtocolError(
    errorCodes.refused,
    "The request was served, but its answer was dropped: too many unread answers. Read the answers to your other requests before you send more.",
  );

const notAcceptable = (types: string): ProtocolError =>
  new ProtocolError(errorCodes.refused, `Not Acceptable: Client must accept ${types}`, 406);

const notJson = (): ProtocolError =>
  new ProtocolError(errorCodes.refused, "Unsupported Media Type: Content-Type must be application/json", 415);

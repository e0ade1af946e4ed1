import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Log } from "../../log/log.ts";
import type { HttpDoor } from "../../mcp/protocol/http-door.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import { createWorkTurns } from "../../work/work-turns.ts";
import { type Answer, answer, busyAnswer, tooManyOpenAnswer } from "../answer.ts";
import { errorAnswer } from "../error-answer.ts";
import type { Admit, Admitted, AgentCaller } from "../guards/admit.ts";
import type { RequestEnvironment } from "../guards/api-environment.ts";
import { createBodyBudget } from "./body-budget.ts";
import type { ClientAddress } from "./client-address.ts";
import type { ClientConnections, Rank } from "./connections/client-connections.ts";
import { Exchange } from "./exchange.ts";
import type { Gate, Whose } from "./gate.ts";
import { createOpenRequests, isListening } from "./open-requests.ts";
import { hasBody, readBody } from "./read-body.ts";
import { ResponseReply } from "./response-reply.ts";
import { type UnreadAnswer, UnreadAnswers } from "./unread-answers.ts";

/** What a gateway that has opened does with requests. */
export interface OpenGateway {
  readonly admit: Admit;
  readonly mcp: HttpDoor;
}

export interface ReceiverParts {
  /** Requests that come early wait for it. */
  opened(): Promise<OpenGateway>;
  readonly gate: Gate;
  readonly connections: Pick<ClientConnections, "identify">;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly clientAddress: ClientAddress;
  /** Takes what nothing before it has answered. Finds the body in `rawBody`, and the rest in the environment. */
  route(
    request: IncomingMessage,
    response: ServerResponse,
    environment: RequestEnvironment,
  ): Promise<void> | void;
}

/** Reading up to this much costs no more than the rest of a request. */
const smallBytes = 32 * 1024;
const strangerBytes = 256 * 1024;
/** How long a stranger's body may take; those of others end with the time limit of the server. */
const strangerMs = 10_000;

/**
 * The way in: who is it (headers only) → is there room → read the body within its budget → wait for a turn → answer.
 * Each step can refuse, before the next one costs anything.
 */
export function receiveRequests(parts: ReceiverParts): RequestListener {
  const { opened, gate, connections, log, telemetry, clientAddress } = parts;
  const budget = createBodyBudget();
  const open = createOpenRequests();
  const turns = createWorkTurns();
  const answers = new UnreadAnswers(turns);

  function refuse({ request, response }: Exchange, refused: Answer): void {
    const { method = "", url = "", headers } = request;
    answer(request, response, refused);
    const { status } = refused;
    telemetry
      .request(
        method,
        () => headers as Record<string, string>,
        async () => ({ route: refusedRoute(url), status }),
      )
      .catch(() => {});
  }

  /** The body, if the request has one. Gives nothing where it was refused, or the client has gone. */
  async function read(
    exchange: Exchange,
    { key, door, maxBodyBytes }: Admitted,
  ): Promise<Buffer | undefined> {
    const { request, response } = exchange;
    if (!hasBody(request)) return empty;
    const isTooLarge = Number(request.headers["content-length"] ?? 0) > maxBodyBytes;
    if (request.headers.expect !== undefined && !isTooLarge) response.writeContinue();
    const account = budget.open(key, door === "stranger");
    exchange.atEnd(account.close);
    const body = await readBody(
      exchange,
      maxBodyBytes,
      account,
      // What opens a stream is short, and holds one of few places.
      door === "stranger" || isListening(request) ? strangerMs : undefined,
    );
    if (body === undefined || Buffer.isBuffer(body)) return body;
    refuse(exchange, body);
    return undefined;
  }

  async function receive(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const { admit, mcp } = await opened();
    const { method = "", url = "", headers } = request;
    const arrived = { method, url, headers, clientAddress: () => clientAddress(request) };
    const admission = await admit(arrived);
    if ("refused" in admission) return refuse(exchange, admission.refused);
    const { key, door, agent, caller, user } = admission;
    connections.identify(request, response, {
      rank: rankOf(door),
      owner: door === "stranger" ? clientAddress(request) : key,
      endpoint: agent?.endpointId,
    });
    const whose = { key, isStranger: door === "stranger" };
    if (gate.isFull(whose)) return refuse(exchange, busyAnswer);
    const leave = open.enter(whose, request);
    if (!leave) return refuse(exchange, tooManyOpenAnswer);
    exchange.atEnd(leave);
    const body = await read(exchange, admission);
    if (!body) return;
    // Others may have come while the body did.
    if (gate.isFull(whose)) return refuse(exchange, busyAnswer);
    const arrivedAt = performance.now();
    await gate.turn(whose);
    const bytes = workOf(whose, body);
    if (bytes > smallBytes) await new Promise<void>((begin) => turns.enter(key, bytes, begin));
    const queueMs = performance.now() - arrivedAt;
    // The client may have left while its request waited.
    if (response.destroyed) return;

    const unread = answers.open(exchange, key);
    if (agent && door === "mcp") return serveMcp(mcp, exchange, { body, queueMs }, agent, unread);
    await parts.route(
      // This is where the router looks for a body that has been read.
      Object.assign(request, { rawBody: body }),
      response,
      { clientAddress: clientAddress(request), agent, caller, user, queueMs },
    );
    // Strangers get only files of the page: they must not use up what people may have unread.
    if (!whose.isStranger) unread.noteWritten();
  }

  /** The measured time ends with the answer, or when the stream of a listening client is open. */
  async function serveMcp(
    mcp: HttpDoor,
    exchange: Exchange,
    { body, queueMs }: { body: Buffer; queueMs: number },
    { caller, kind }: AgentCaller,
    unread: UnreadAnswer,
  ): Promise<void> {
    const { request, response } = exchange;
    const { method = "", headers } = request;
    const reply = new ResponseReply(exchange, unread);
    const route = kind === "token" ? "/api/mcp/:token" : "/api/mcp";
    let serving: Promise<void> | undefined;
    const serve = () => {
      serving ??= mcp.serve({ method, headers, body, caller, queueMs }, reply);
      return isListening(request) ? Promise.race([serving, reply.opened()]) : serving;
    };
    const measured = telemetry.request(
      method,
      () => headers as Record<string, string>,
      () => serve().then(() => ({ route, status: response.statusCode })),
    );
    // A failure of telemetry must not keep a request from being answered.
    await measured.catch(() => {});
    await (serving ?? serve());
  }

  return (request, response) => {
    const exchange = new Exchange(request, response);
    receive(exchange).catch((error: unknown) => {
      const told = errorAnswer(error, log);
      if (response.headersSent) response.destroy();
      else refuse(exchange, told);
    });
  };
}

const empty = Buffer.alloc(0);

const rankOf = (door: Admitted["door"]): Rank => (door === "stranger" || door === "person" ? door : "agent");

/** Signing in or registering takes as long as reading a large body. */
const workOf = ({ isStranger }: Whose, { length }: Buffer): number =>
  isStranger && length > 0 ? Math.max(length, strangerBytes) : length;

/** A template, in which no token stands. */
function refusedRoute(url: string): string {
  const [, folder = ""] = /^\/api\/(mcp(?=[/?]|$)|v1(?=\/)|auth(?=\/))/.exec(url) ?? [];
  if (folder === "") return "/*";
  if (folder !== "mcp") return `/api/${folder}/*`;
  return url.startsWith("/api/mcp/") ? "/api/mcp/:token" : "/api/mcp";
}

import { setTimeout as sleep } from "node:timers/promises";
import {
  isSpecType,
  type ServerCapabilities,
  SUBSCRIPTION_ID_META_KEY,
  type SubscriptionFilter,
} from "@modelcontextprotocol/client";
import { Peer, type Progress, ProtocolError } from "@toolshed/apps/rpc";
import { isObject } from "../../../json/json-object.ts";
import type { SourceCall, UpstreamNotification } from "../../source.ts";
import { HttpError } from "../transport/remote-transport.ts";
import { isModernVersion } from "../transport/revisions.ts";
import type { MessageContext, UpstreamTransport } from "../transport/upstream-transport.ts";
import { type Hello, type Known, shakeHands } from "./handshake.ts";
import { type ListRoots, Questions } from "./questions.ts";
import { isQuestion, readResult } from "./results.ts";

type Fields = Record<string, unknown>;

export interface PeerOptions {
  onNotification(notification: UpstreamNotification): void;
  /** Answers the server's question for roots, which came during a call if there is a channel. */
  readonly listRoots: ListRoots;
}

export interface AskOptions extends MessageContext {
  readonly timeoutMs?: number;
}

export const lists = ["tools", "prompts", "resources"] as const;
export type ListName = (typeof lists)[number];
export const changeMethod = (list: ListName): string => `notifications/${list}/list_changed`;

const maxRounds = 10;
const pauseMs = 250;
const acknowledgeMs = 60_000;

/** A connection to a server, on which both sides send requests and notifications. It closes when the server goes. */
export class UpstreamPeer {
  /** The calls that it serves at this moment. */
  readonly calls = new Set<SourceCall>();
  /** Resolves with the reason, in words that continue the server's name. */
  readonly ended: Promise<string>;
  /** Nothing before it is connected. */
  hello: Hello | undefined;
  readonly #transport: UpstreamTransport;
  readonly #options: PeerOptions;
  readonly #questions: Questions;
  readonly #rpc: Peer;
  /** What is waited for until the server says that it has begun to tell, by the ids of these requests. */
  readonly #opening = new Map<unknown, () => void>();
  #listenings = 0;
  #end: (reason: string) => void = () => {};

  constructor(transport: UpstreamTransport, options: PeerOptions) {
    this.#transport = transport;
    this.#options = options;
    this.#questions = new Questions((during) =>
      // Newer servers ask in each call, and keep no roots.
      this.isModern ? during?.ask?.("roots/list", {}) : options.listRoots(during),
    );
    this.#rpc = new Peer({
      handleRequest: (method, params, { extra }) => this.#answer(method, params, extra as MessageContext),
      handleNotification: (method, params, extra) => this.#hear(method, params, extra as MessageContext),
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#rpc.onclose = () => this.#end(transport.reason ?? "closed the connection");
  }

  async connect(known: Known | undefined, startMs: number): Promise<void> {
    const late = setTimeout(() => this.#transport.fail("did not answer in time"), startMs);
    await this.#rpc.connect(this.#transport).finally(() => clearTimeout(late));
    this.hello = await shakeHands(this.#rpc, this.#transport, known, startMs);
  }

  /** Whether each request carries everything, and questions come as answers. */
  get isModern(): boolean {
    return isModernVersion(this.hello?.version);
  }

  get capabilities(): ServerCapabilities {
    return this.hello?.capabilities ?? {};
  }

  /** The lists that the server tells changes of. */
  get changingLists(): readonly ListName[] {
    return lists.filter((list) => this.capabilities[list]?.listChanged);
  }

  /** Gives the result, or the question that the server has first. */
  async request(method: string, params: Fields, options: AskOptions): Promise<Fields> {
    const { call, headers, timeoutMs = Number.POSITIVE_INFINITY } = options;
    const result = await this.#rpc.request(
      { method, params },
      {
        signal: call?.signal,
        timeout: timeoutMs,
        extra: { call, headers } satisfies MessageContext,
        onprogress: call && ((progress) => call.progress(toProgress(progress))),
      },
    );
    return readResult(method, result, this.isModern);
  }

  /** Answers what the server wants to know first, as often as it asks, and gives the result. */
  async converse(
    method: string,
    params: Fields,
    options: AskOptions & { readonly call: SourceCall },
  ): Promise<Fields> {
    const { call } = options;
    let result = await this.request(method, params, options);
    for (let round = 1; isQuestion(result); round += 1) {
      if (round > maxRounds) throw new Error(`${method} still required input after ${maxRounds} rounds`);
      call.progress({
        progress: round,
        message: `Fulfilling input required by '${method}' (round ${round})`,
      });
      const { inputRequests, requestState } = result;
      const inputResponses = await this.#answerAll(inputRequests, call);
      const more = {
        ...(inputResponses && { inputResponses }),
        ...(requestState !== undefined && { requestState }),
      };
      result = await this.request(method, { ...params, ...more }, options);
    }
    return result;
  }

  /** Only in older revisions: newer servers ask each time. */
  async tellRootsChanged(): Promise<void> {
    if (!this.isModern) await this.#rpc.notification({ method: "notifications/roots/list_changed" });
  }

  /** Rejects unless the server answers, with whatever it answers. */
  async checkAlive(timeoutMs: number): Promise<void> {
    const method = this.isModern ? "server/discover" : "ping";
    await this.#rpc.request({ method }, { timeout: timeoutMs }).catch((error) => {
      if (!(error instanceof ProtocolError)) throw error;
    });
  }

  /**
   * Resolves when the server has said that it tells from now on. `closed` resolves when nothing more comes, whichever
   * side has ended it. Only for servers of the newer revision.
   */
  async listen(notifications: SubscriptionFilter, timeoutMs = acknowledgeMs) {
    this.#listenings += 1;
    const id = `listen:${this.#listenings}`;
    const closing = new AbortController();
    const late = new Error("The server did not confirm in time that it announces changes");
    const timer = setTimeout(() => closing.abort(late), timeoutMs);
    const options = { id, signal: closing.signal, timeout: Number.POSITIVE_INFINITY };
    const closed = this.#rpc
      .request({ method: "subscriptions/listen", params: { notifications } }, options)
      .catch((error: unknown) => error);
    const acknowledged = new Promise<void>((resolve) => this.#opening.set(id, resolve));
    const refused = closed.then((error) => {
      throw error instanceof Error ? error : new Error("The server announces no changes");
    });
    try {
      await Promise.race([acknowledged, refused]);
    } finally {
      clearTimeout(timer);
      this.#opening.delete(id);
    }
    return { closed, close: () => closing.abort(new Error("closed")) };
  }

  /** Whether the server has answered that it does not know this connection's session, and so has done nothing. */
  hasForgotten(error: unknown): boolean {
    if (this.#transport.sessionId === undefined || !(error instanceof HttpError)) return false;
    // By the protocol it is a 404; some servers take a request without a known session for a bad one.
    return error.status === 404 || (error.status === 400 && /session/i.test(error.message));
  }

  /** Ends it because it has failed. */
  fail(reason: string): void {
    this.#end(reason);
    this.#transport.fail(reason);
  }

  close(): Promise<void> {
    return this.#rpc.close();
  }

  /** On a stream that calls share, a message belongs to a call only where there is just one. */
  #callOf(context: MessageContext | undefined): SourceCall | undefined {
    const [only, other] = this.calls;
    return context?.call ?? (other ? undefined : only);
  }

  #answer(method: string, params: Fields, context: MessageContext | undefined): Promise<Fields> {
    // Servers of the newer revision have no such requests.
    const asked = this.isModern ? "" : method;
    return this.#questions.answer(asked, params, this.#callOf(context));
  }

  async #answerAll(requests: Fields, call: SourceCall): Promise<Fields | undefined> {
    const asked = Object.entries(requests);
    if (asked.length === 0) {
      await sleep(pauseMs, undefined, { signal: call.signal });
      return undefined;
    }
    const answers = asked.map(async ([key, request]) => {
      if (!isObject(request))
        throw new Error(`The server asks for input that is not a request: ${key.slice(0, 100)}`);
      const params = isObject(request.params) ? request.params : {};
      return [key, await this.#questions.answer(String(request.method), params, call)] as const;
    });
    return Object.fromEntries(await Promise.all(answers));
  }

  #hear(method: string, params: Fields, context: MessageContext | undefined): void {
    const { onNotification } = this.#options;
    if (this.changingLists.some((list) => changeMethod(list) === method))
      onNotification({ method, params: {} });
    else if (method === "notifications/resources/updated") {
      if (isSpecType.ResourceUpdatedNotificationParams(params)) onNotification({ method, params });
    } else if (method === "notifications/message") {
      if (!isSpecType.LoggingMessageNotificationParams(params)) return;
      if (this.calls.size > 0) this.#callOf(context)?.messages?.send(params);
      else onNotification({ method, params });
    } else if (method === "notifications/elicitation/complete") this.#questions.finish(method, params);
    else if (method === "notifications/subscriptions/acknowledged") {
      this.#opening.get(Object(params._meta)[SUBSCRIPTION_ID_META_KEY])?.();
    }
  }
}

/** Nobody has checked it yet. */
function toProgress({ progress, total, message }: Progress): Progress {
  return {
    progress,
    ...(typeof total === "number" && { total }),
    ...(typeof message === "string" && { message }),
  };
}

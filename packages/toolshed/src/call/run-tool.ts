import type { Connection } from "../credential/connections.ts";
import type { Credentials } from "../credential/credentials.ts";
import { type Log, publicMessage } from "../log/log.ts";
import { createTokenBucket, type TokenBucket } from "../net/token-bucket.ts";
import { fixedConnection } from "../policy/caller.ts";
import { accountOf, nobodyToAsk, type SourceCall, type SourceTool } from "../source/source.ts";
import type { CallRequest } from "./call.ts";
import { Refusal, toFailure } from "./refusal.ts";

export interface RunParts {
  readonly credentials: Credentials;
  readonly log: Log;
  readonly timeoutMs: number;
}

export type RunRequest = Pick<
  CallRequest,
  "caller" | "elicit" | "progress" | "messages" | "clientChannel" | "signal"
>;

/** Reporting progress extends a call's time, up to this limit. */
const maxProgressMs = 30 * 60 * 1000;

const reportsAtOnce = 100;
const reportsPerSecond = 50;

/**
 * Runs the tool until it answers, the time is up or the caller goes, and notes the secrets it was given. Rejects with a
 * `CallFailure` for all that the tool throws, with a `Refusal`, or with a failure of our own code.
 */
export const runTool = (
  tool: SourceTool,
  input: unknown,
  request: RunRequest,
  connection: Connection | undefined,
  secrets: Set<string>,
  parts: RunParts,
): Promise<unknown> =>
  new Promise((resolve, reject) =>
    new ToolRun(tool, request, parts, { resolve, reject }).start(input, connection, secrets),
  );

interface Settle {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

class ToolRun {
  readonly #tool: SourceTool;
  readonly #request: RunRequest;
  readonly #parts: RunParts;
  readonly #promise: Settle;
  readonly #deadline = performance.now() + maxProgressMs;
  #timer: NodeJS.Timeout;
  #isSettled = false;
  /** Most tools never look at their signal, and making one costs more than the rest of a run. */
  #ending: AbortController | undefined;

  constructor(tool: SourceTool, request: RunRequest, parts: RunParts, promise: Settle) {
    this.#tool = tool;
    this.#request = request;
    this.#parts = parts;
    this.#promise = promise;
    this.#timer = this.#startTimer();
  }

  start(input: unknown, connection: Connection | undefined, secrets: Set<string>): void {
    const { signal } = this.#request;
    if (signal.aborted) {
      this.#cancel();
      return;
    }
    signal.addEventListener("abort", this.#cancel);
    try {
      this.#tool.run(input, this.#toCall(connection, secrets)).then(
        (value) => {
          this.#release();
          this.#promise.resolve(value);
        },
        (thrown) => this.#fail(thrown),
      );
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  get #signal(): AbortSignal {
    this.#ending ??= new AbortController();
    return this.#ending.signal;
  }

  /** A tool may overlook its signal; its caller does not wait for it. */
  #end(reason: unknown): void {
    this.#promise.reject(reason);
    // A tool that reads its signal only now has to see that the call has ended.
    this.#ending ??= new AbortController();
    this.#ending.abort(reason);
  }

  readonly #cancel = (): void =>
    this.#end(new Refusal("cancelled", `The call of ${this.#tool.path} was cancelled.`));

  #startTimer(): NodeJS.Timeout {
    const { timeoutMs } = this.#parts;
    const message = `${this.#tool.path} did not answer within ${timeoutMs / 1000} s.`;
    return setTimeout(() => this.#end(new Refusal("timeout", message)), timeoutMs);
  }

  #release(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#request.signal.removeEventListener("abort", this.#cancel);
  }

  #fail(thrown: unknown): void {
    this.#release();
    this.#promise.reject(toFailure(thrown));
  }

  /** A person may take longer than a tool. */
  #patient<Args extends unknown[], Answer>(
    ask: (...args: Args) => Promise<Answer>,
    isAnswer: (error: unknown) => boolean,
  ) {
    return async (...args: Args): Promise<Answer> => {
      clearTimeout(this.#timer);
      const answer = await ask(...args).catch((error: unknown) => {
        if (isAnswer(error)) throw error;
        // Nobody can answer now. The tool is not to take that for an answer: it is told to end and hears no more.
        this.#end(error);
        return new Promise<never>(() => {});
      });
      if (!this.#isSettled) this.#timer = this.#startTimer();
      return answer;
    };
  }

  /** What the tool is given. */
  #toCall(connection: Connection | undefined, secrets: Set<string>): SourceCall {
    const run = this;
    const tool = this.#tool;
    const { caller, elicit, progress, messages, clientChannel } = this.#request;
    const { credentials, log } = this.#parts;
    const tellProgress = progress && limited(progress);
    const connectionOf = async (provider: string) =>
      provider === tool.authProvider
        ? connection
        : credentials.choose(caller.userId, provider, fixedConnection(caller, provider));
    const handOut = async <Token extends string | undefined>(find: () => Promise<Token>): Promise<Token> => {
      try {
        const token = await find();
        if (token !== undefined) secrets.add(token);
        return token;
      } catch (error) {
        // The tool passes it on as its own.
        throw new Error(publicMessage(error, log));
      }
    };
    return {
      userId: caller.userId,
      role: caller.role,
      auth: {
        getToken: (provider = tool.authProvider ?? tool.path) =>
          handOut(async () => credentials.tokenOf(provider, await connectionOf(provider))),
        renewToken: (provider, refused) =>
          handOut(async () => credentials.renewToken(await connectionOf(provider), refused)),
      },
      account: connection && accountOf(connection),
      elicit: this.#patient(elicit, () => false),
      canAsk: elicit !== nobodyToAsk,
      messages: messages && { ...messages, send: limited(messages.send.bind(messages)) },
      clientChannel: clientChannel?.ask
        ? { ...clientChannel, ask: this.#patient(clientChannel.ask, isOfClient) }
        : clientChannel,
      conceal(secret) {
        secrets.add(secret);
      },
      progress: (report) => {
        if (performance.now() < this.#deadline) this.#timer.refresh();
        tellProgress?.(report);
      },
      get logger() {
        return log.named(tool.path);
      },
      get signal() {
        return run.#signal;
      },
      fetch: (target, init) => fetch(target, { signal: this.#signal, ...init }),
    };
  }
}

/** Clients answer a server's question with an error of their own. A refusal is ours. */
const isOfClient = (error: unknown): boolean => !(error instanceof Refusal);

/** Passes on as much as a person could follow. A tool may report more often than its caller can be told. */
function limited<Report>(tell: (report: Report) => void): (report: Report) => void {
  let isBearable: TokenBucket | undefined;
  return (report) => {
    isBearable ??= createTokenBucket(reportsAtOnce, reportsPerSecond);
    if (isBearable(1)) tell(report);
  };
}

import type { Connection } from "../credential/connections.ts";
import type { Credentials } from "../credential/credentials.ts";
import type { Log } from "../log/log.ts";
import { publicMessage } from "../log/public-message.ts";
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
export function runTool(
  tool: SourceTool,
  input: unknown,
  { caller, elicit, progress, messages, clientChannel, signal: callerSignal }: RunRequest,
  connection: Connection | undefined,
  secrets: Set<string>,
  { credentials, log, timeoutMs }: RunParts,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // Most tools never look at their signal, and making one costs more than the rest of this function.
    let ending: AbortController | undefined;
    const getSignal = () => {
      ending ??= new AbortController();
      return ending.signal;
    };
    // A tool may overlook its signal; its caller does not wait for it.
    const end = (reason: unknown) => {
      reject(reason);
      // A tool that reads its signal only now has to see that the call has ended.
      getSignal();
      ending?.abort(reason);
    };
    const cancel = () => end(new Refusal("cancelled", `The call of ${tool.path} was cancelled.`));
    const late = () =>
      end(new Refusal("timeout", `${tool.path} did not answer within ${timeoutMs / 1000} s.`));
    let timer = setTimeout(late, timeoutMs);
    let settled = false;
    const tellProgress = progress && limited(progress);
    const deadline = performance.now() + maxProgressMs;
    // A person may take longer than a tool.
    const patient =
      <Args extends unknown[], Answer>(
        ask: (...args: Args) => Promise<Answer>,
        isAnswer: (error: unknown) => boolean,
      ) =>
      async (...args: Args) => {
        clearTimeout(timer);
        const answer = await ask(...args).catch((error: unknown) => {
          if (isAnswer(error)) throw error;
          // Nobody can answer now. The tool is not to take that for an answer: it is told to end and hears no more.
          end(error);
          return new Promise<never>(() => {});
        });
        if (!settled) timer = setTimeout(late, timeoutMs);
        return answer;
      };
    const release = () => {
      settled = true;
      clearTimeout(timer);
      callerSignal.removeEventListener("abort", cancel);
    };
    const fail = (thrown: unknown) => {
      release();
      reject(toFailure(thrown));
    };
    if (callerSignal.aborted) return cancel();
    callerSignal.addEventListener("abort", cancel);

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

    const call: SourceCall = {
      userId: caller.userId,
      role: caller.role,
      auth: {
        getToken: (provider = tool.authProvider ?? tool.path) =>
          handOut(async () => credentials.tokenOf(provider, await connectionOf(provider))),
        renewToken: (provider, refused) =>
          handOut(async () => credentials.renewToken(await connectionOf(provider), refused)),
      },
      account: connection && accountOf(connection),
      elicit: patient(elicit, () => false),
      canAsk: elicit !== nobodyToAsk,
      messages: messages && { ...messages, send: limited(messages.send.bind(messages)) },
      clientChannel: clientChannel?.ask
        ? { ...clientChannel, ask: patient(clientChannel.ask, isOfClient) }
        : clientChannel,
      conceal(secret) {
        secrets.add(secret);
      },
      progress(report) {
        if (performance.now() < deadline) timer.refresh();
        tellProgress?.(report);
      },
      get logger() {
        return log.named(tool.path);
      },
      get signal() {
        return getSignal();
      },
      fetch: (target, init) => fetch(target, { signal: getSignal(), ...init }),
    };
    try {
      tool.run(input, call).then((value) => {
        release();
        resolve(value);
      }, fail);
    } catch (thrown) {
      fail(thrown);
    }
  });
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

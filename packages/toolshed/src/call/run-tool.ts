import type { Credentials } from "../credential/credentials.ts";
import type { Log } from "../log/log.ts";
import type { SourceTool } from "../source/source.ts";
import type { CallRequest } from "./create-call.ts";
import { Refusal } from "./refusal.ts";

export interface RunParts {
  readonly credentials: Credentials;
  readonly log: Log;
  readonly timeoutMs: number;
}

/** Runs the tool until it answers, the time is up or the caller goes, and notes the secrets it was given. */
export function runTool(
  tool: SourceTool,
  input: unknown,
  { caller, elicit, signal: callerSignal }: CallRequest,
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
    const end = (refusal: Refusal) => {
      ending?.abort(refusal);
      reject(refusal);
    };
    const cancel = () => end(new Refusal("cancelled", `The call of ${tool.path} was cancelled.`));
    const timer = setTimeout(
      () => end(new Refusal("timeout", `${tool.path} did not answer within ${timeoutMs / 1000} s.`)),
      timeoutMs,
    );
    if (callerSignal.aborted) return cancel();
    callerSignal.addEventListener("abort", cancel);

    tool
      .run(input, {
        userId: caller.userId,
        role: caller.role,
        auth: {
          async getToken(provider = tool.authProvider ?? tool.path) {
            const token = await credentials.resolveToken(caller.userId, provider);
            secrets.add(token);
            return token;
          },
        },
        elicit,
        logger: log.named(tool.path),
        get signal() {
          return getSignal();
        },
        fetch: (target, init) => fetch(target, { signal: getSignal(), ...init }),
      })
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        callerSignal.removeEventListener("abort", cancel);
      });
  });
}

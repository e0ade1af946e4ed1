import { randomBytes } from "node:crypto";
import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { CallRequest } from "../call/create-call.ts";
import type { ToolResult } from "../call/tool-result.ts";

/** A call that waits for a person's answer, which the client brings in another request. */
export interface Question {
  readonly handle: string;
  readonly request: ElicitRequest;
}

export type Progress = { result: ToolResult } | { question: Question };

type Run = (
  elicit: (request: ElicitRequest) => Promise<ElicitResult>,
  signal: AbortSignal,
  /** The client's request that is being served at this moment. */
  reach: () => Reach,
) => Promise<ToolResult>;

/** What a call can tell a client while it is under way. */
export type Reach = Pick<CallRequest, "progress" | "messages">;

/**
 * Calls that ask a person where each request stands for itself: the call goes on in this process, its question goes
 * out as the answer to one request, and the person's answer comes in with the next. A handle serves its owner, once.
 */
export interface SuspendedCalls {
  start(owner: string, signal: AbortSignal, run: Run, reach?: Reach): Promise<Progress>;
  /** Nothing is waiting under an unknown, used or expired handle, or under that of another owner. */
  resume(
    owner: string,
    handle: string,
    answer: ElicitResult,
    signal: AbortSignal,
    reach?: Reach,
  ): Promise<Progress> | undefined;
}

const expiryMs = 10 * 60 * 1000;

interface Suspended {
  readonly owner: string;
  answer(result: ElicitResult): void;
  advance(signal: AbortSignal, reach: Reach): Promise<Progress>;
}

export function createSuspendedCalls(): SuspendedCalls {
  const waiting = new Map<string, Suspended>();

  function suspend(handle: string, suspended: Suspended): void {
    waiting.set(handle, suspended);
    setTimeout(() => {
      if (waiting.delete(handle)) suspended.answer({ action: "cancel" });
    }, expiryMs).unref();
  }

  return {
    start(owner, signal, run, first = {}) {
      let reach = first;
      const ending = new AbortController();
      let ask: (question: Question) => void = () => {};
      // A client hears one question at a time.
      let last: Promise<unknown> = Promise.resolve();
      const elicit = (request: ElicitRequest) => {
        const answered = last.then(
          () =>
            new Promise<ElicitResult>((answer) => {
              const handle = randomBytes(24).toString("base64url");
              suspend(handle, { owner, answer, advance });
              ask({ handle, request });
            }),
        );
        last = answered;
        return answered;
      };
      // Not before someone listens to what the call may ask at once.
      const running = Promise.resolve().then(() => run(elicit, ending.signal, () => reach));

      /** Goes on until the call ends or asks. Only a request that is being served can cancel it. */
      async function advance(current: AbortSignal, served: Reach): Promise<Progress> {
        reach = served;
        const cancel = () => ending.abort(current.reason);
        current.addEventListener("abort", cancel, { once: true });
        try {
          return await Promise.race([
            running.then((result) => ({ result })),
            new Promise<{ question: Question }>((resolve) => {
              ask = (question) => resolve({ question });
            }),
          ]);
        } finally {
          current.removeEventListener("abort", cancel);
        }
      }
      return advance(signal, first);
    },

    resume(owner, handle, answer, signal, reach = {}) {
      const suspended = waiting.get(handle);
      if (suspended?.owner !== owner) return undefined;
      waiting.delete(handle);
      const progress = suspended.advance(signal, reach);
      suspended.answer(answer);
      return progress;
    },
  };
}

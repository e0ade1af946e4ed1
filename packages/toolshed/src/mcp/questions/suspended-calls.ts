import { createHash, randomBytes } from "node:crypto";
import type { ElicitRequest } from "@toolshed/sdk";
import type { CallRequest } from "../../call/call.ts";
import type { ToolResult } from "../../call/tool-result.ts";
import { type CallSignal, Cancellation } from "../../work/cancellation.ts";

/** A call that waits for a person's answer, which the client brings in another request. */
export interface OpenQuestion<Asked> {
  readonly handle: string;
  readonly request: Asked;
}

export type CallStep<Asked = ElicitRequest, Result = ToolResult> =
  | { result: Result }
  | { question: OpenQuestion<Asked> };

type Run<Asked, Answer, Result> = (
  ask: (request: Asked) => Promise<Answer>,
  signal: CallSignal,
  /** The client's request that is being served at this moment. */
  reach: () => ClientReach,
) => Promise<Result>;

/** What a call can tell a client while it is under way. */
export type ClientReach = Pick<CallRequest, "progress" | "messages">;

/** The owner of a handle: a person, and the exact request. */
export interface SuspendedOwner {
  readonly userId: string;
  /** JSON of the door and, where each request repeats it, of what is asked for. Made only where a call waits. */
  subject(): string;
  /** What asks, such as an endpoint's tool: where too many calls wait, those of the one with the most give way. */
  readonly asker?: string;
  /** About how much memory a call takes while it waits: by default as much as its subject is long. */
  readonly length?: number;
}

const expiryMs = 10 * 60 * 1000;
const handlePrefix = "toolshed-";
/** How many calls of one person may wait, and how much memory they may take: of one person, and of all. */
const maxWaiting = 50;
const maxLength = 16 * 1024 * 1024;
const maxTotalLength = 128 * 1024 * 1024;

interface Suspended<Asked, Answer, Result> {
  readonly owner: string;
  readonly userId: string;
  readonly asker: string;
  readonly length: number;
  answer(answer: Answer): void;
  advance(signal: CallSignal, reach: ClientReach): Promise<CallStep<Asked, Result>>;
}

/**
 * Calls that ask a person where each request stands for itself: the call continues in this process, its question goes
 * out as the answer to one request, and the person's answer comes in with the next. A handle serves its owner, once.
 * `unanswered` takes the place of an answer that does not come.
 */
export function createSuspendedCalls<Asked, Answer, Result = ToolResult>(unanswered: Answer) {
  type Step = CallStep<Asked, Result>;
  const waiting = new Map<string, Suspended<Asked, Answer, Result>>();

  function giveUp(handle: string): void {
    const suspended = waiting.get(handle);
    waiting.delete(handle);
    suspended?.answer(unanswered);
  }

  /** A person with too many suspended calls loses the oldest of what asks most: a View's do not end a model's. */
  function makeRoom({ userId, asker, length }: { userId: string; asker: string; length: number }): boolean {
    const own = [...waiting].filter(([, other]) => other.userId === userId);
    let used = own.reduce((sum, [, other]) => sum + other.length, 0);
    while (own.length > 0 && (own.length >= maxWaiting || used + length > maxLength)) {
      const counts = new Map([[asker, 1]]);
      for (const [, other] of own) counts.set(other.asker, (counts.get(other.asker) ?? 0) + 1);
      const most = Math.max(...own.map(([, other]) => counts.get(other.asker) ?? 0));
      const place = own.findIndex(([, other]) => counts.get(other.asker) === most);
      const [[handle, oldest]] = own.splice(place, 1) as [(typeof own)[number]];
      used -= oldest.length;
      giveUp(handle);
    }
    let total = length;
    for (const other of waiting.values()) total += other.length;
    return length <= maxLength && total <= maxTotalLength;
  }

  function suspend(handle: string, suspended: Suspended<Asked, Answer, Result>): boolean {
    if (!makeRoom(suspended)) return false;
    waiting.set(handle, suspended);
    setTimeout(giveUp, expiryMs, handle).unref();
    return true;
  }

  return {
    start(
      { userId, subject, asker = "", length }: SuspendedOwner,
      signal: CallSignal,
      run: Run<Asked, Answer, Result>,
      first: ClientReach = {},
    ): Promise<Step> {
      let reach = first;
      const ending = new Cancellation();
      let bring: (question: OpenQuestion<Asked>) => void = () => {};
      // A client hears one question at a time.
      let last: Promise<unknown> = Promise.resolve();
      const ask = (request: Asked) => {
        const answered = last.then(
          () =>
            new Promise<Answer>((answer) => {
              const handle = handlePrefix + randomBytes(24).toString("base64url");
              const own = subject();
              const suspended = {
                owner: ownerOf(userId, own),
                userId,
                asker,
                length: length ?? own.length,
                answer,
                advance,
              };
              if (suspend(handle, suspended)) bring({ handle, request });
              else answer(unanswered);
            }),
        );
        last = answered;
        return answered;
      };
      // Not before there is a listener: the call may ask immediately.
      const running = Promise.resolve().then(() => run(ask, ending, () => reach));

      /** Runs until the call ends or asks. Only a request that is being served can cancel it. */
      async function advance(current: CallSignal, served: ClientReach): Promise<Step> {
        reach = served;
        const cancel = () => ending.abort();
        current.addEventListener("abort", cancel);
        try {
          return await Promise.race([
            running.then((result) => ({ result })),
            new Promise<{ question: OpenQuestion<Asked> }>((resolve) => {
              bring = (question) => resolve({ question });
            }),
          ]);
        } finally {
          current.removeEventListener("abort", cancel);
        }
      }
      return advance(signal, first);
    },

    /** Nothing is waiting under an unknown, used or expired handle, or under that of another owner. */
    resume(
      { userId, subject }: SuspendedOwner,
      handle: string,
      answer: Answer,
      signal: CallSignal,
      reach: ClientReach = {},
    ): Promise<Step> | undefined {
      const suspended = waiting.get(handle);
      if (suspended?.owner !== ownerOf(userId, subject())) return undefined;
      waiting.delete(handle);
      const progress = suspended.advance(signal, reach);
      suspended.answer(answer);
      return progress;
    },

    /** Whether it looks like a handle of these calls, and not like the state of another server. */
    isHandle: (state: string): boolean => state.startsWith(handlePrefix),
  };
}

const ownerOf = (userId: string, subject: string): string =>
  createHash("sha256").update(JSON.stringify(userId)).update(subject).digest("base64url");

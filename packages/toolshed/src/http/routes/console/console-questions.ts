import { randomBytes } from "node:crypto";
import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import { checkAnswer, hasFields } from "../../../approval/question.ts";
import { UserError } from "../../../user-error.ts";

/** What the page asks the person who started a call. */
export type ConsoleQuestion =
  | ElicitRequest
  | { readonly type: "url"; readonly message: string; readonly url: string };

interface OpenQuestion {
  readonly userId: string;
  readonly question: ConsoleQuestion;
  resolve(answer: ElicitResult): void;
}

const cancelled: ElicitResult = { action: "cancel" };

/**
 * The questions of calls whose page listens to a stream. Each waits as long as its stream is open, and only the person who
 * started the call can answer it, once. The limit on streams bounds how many there are.
 */
export class ConsoleQuestions {
  readonly #open = new Map<string, OpenQuestion>();

  /** A call asks one question at a time. `tell` sends it with the id that its answer has to name. */
  asker(userId: string, signal: AbortSignal, tell: (id: string, question: ConsoleQuestion) => void) {
    let last: Promise<unknown> = Promise.resolve();
    return (question: ConsoleQuestion): Promise<ElicitResult> => {
      const answered = last.then(() => this.#ask(userId, signal, question, tell));
      last = answered;
      return answered;
    };
  }

  /** Whether such a question was open to this person. Throws if the answer doesn't match its schema. */
  answer(userId: string, id: string, answer: ElicitResult): boolean {
    const open = this.#open.get(id);
    if (open?.userId !== userId) return false;
    const { question } = open;
    if (answer.action === "accept" && question.type === "form" && hasFields(question)) {
      const problem = checkAnswer(question, answer.content);
      if (problem !== undefined) throw new UserError(`The answer does not match: ${problem}.`);
    }
    this.#open.delete(id);
    open.resolve(answer);
    return true;
  }

  #ask(
    userId: string,
    signal: AbortSignal,
    question: ConsoleQuestion,
    tell: (id: string, question: ConsoleQuestion) => void,
  ): Promise<ElicitResult> {
    if (signal.aborted) return Promise.resolve(cancelled);
    return new Promise((resolve) => {
      const id = randomBytes(24).toString("base64url");
      const leave = () => {
        this.#open.delete(id);
        resolve(cancelled);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#open.set(id, {
        userId,
        question,
        resolve(answer) {
          signal.removeEventListener("abort", leave);
          resolve(answer);
        },
      });
      tell(id, question);
    });
  }
}

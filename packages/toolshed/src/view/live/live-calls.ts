import { randomUUID } from "node:crypto";
import { isObject, type JsonObject, toArray } from "../../json/json-object.ts";
import type { Log } from "../../log/log.ts";
import type { Events } from "../../store/store.ts";
import { addressOf, type LiveAnswer, type LiveCall, type LiveState, type LiveView } from "./live-state.ts";

interface PendingCall {
  readonly view: LiveView;
  settle(answer: LiveAnswer): void;
  fail(error: Error): void;
}

export interface LiveCallsParts {
  readonly state: LiveState;
  readonly events: Events;
  readonly log: Log;
}

/** The topic under which calls for a View are announced, by its id. */
export const callsTopic = "live-calls";
const answersTopic = "live-answers";
/** Calls of one View that may be under way. */
const maxCalls = 20;
const maxAnswers = maxCalls;
const maxAnswerBytes = 2_000_000;
const internalError = -32_603;

/** Calls that wait for the answers of open Views, on whichever gateway those are. */
export class LiveCalls {
  readonly #parts: LiveCallsParts;
  readonly #timeoutMs: number;
  readonly #pending = new Map<string, PendingCall>();
  readonly #unsubscribe: () => void;

  constructor(parts: LiveCallsParts, timeoutMs: number) {
    this.#parts = parts;
    this.#timeoutMs = timeoutMs;
    this.#unsubscribe = parts.events.subscribe(answersTopic, (id) => {
      for (const one of id ? [id] : this.#pending.keys()) this.#collect(one).catch(this.#report);
    });
  }

  /** Sends a call to the View and waits for the answer. The View is told if nobody waits for it any longer. */
  async call(view: LiveView, name: string, args: JsonObject, signal: AbortSignal): Promise<LiveAnswer> {
    const ofView = [...this.#pending.values()].filter((pending) => pending.view.id === view.id);
    if (ofView.length >= maxCalls)
      throw new Error(`The View "${view.title}" has ${maxCalls} calls under way. Wait for their answers.`);
    const id = randomUUID();
    const answered = this.#expect(id, view);
    const timer = setTimeout(() => {
      const seconds = this.#timeoutMs / 1000;
      this.#fail(id, new Error(`The View "${view.title}" did not answer within ${seconds} s.`));
    }, this.#timeoutMs);
    const cancel = () => this.#fail(id, new Error("The call was cancelled."));
    signal.addEventListener("abort", cancel);
    try {
      await Promise.all([answered, this.#send(view, { id, name, arguments: args })]);
      return await answered;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      this.#pending.delete(id);
    }
  }

  /** Takes answers of the View. Those to unknown, ended or answered calls are ignored. */
  async answer(view: Pick<LiveView, "id" | "instance">, answers: unknown): Promise<void> {
    const { state, events } = this.#parts;
    for (const answer of toArray(answers).slice(0, maxAnswers)) {
      if (!isObject(answer) || typeof answer.id !== "string") continue;
      if (await state.answer(addressOf(view), answer.id, toAnswer(answer)))
        await events.publish(answersTopic, answer.id);
    }
  }

  /** Ends the calls whose View is no longer open as it was. */
  endCalls(viewId: string, instance: string | undefined, reason: Error): void {
    for (const [id, { view }] of this.#pending)
      if (view.id === viewId && view.instance !== instance) this.#fail(id, reason);
  }

  close(): void {
    this.#unsubscribe();
  }

  #expect(id: string, view: LiveView): Promise<LiveAnswer> {
    return new Promise((settle, fail) => this.#pending.set(id, { view, settle, fail }));
  }

  async #send(view: LiveView, call: LiveCall): Promise<void> {
    const { state, events } = this.#parts;
    await state.send(addressOf(view), call);
    // Its caller may have left meanwhile.
    if (!this.#pending.has(call.id)) return this.#drop(call.id, view.id);
    await events.publish(callsTopic, view.id);
  }

  async #collect(id: string): Promise<void> {
    const pending = this.#pending.get(id);
    const answer = pending && (await this.#parts.state.collect(id));
    if (answer) pending.settle(answer);
  }

  #fail(id: string, error: Error): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.fail(error);
    this.#drop(id, pending.view.id).catch(this.#report);
  }

  async #drop(id: string, viewId: string): Promise<void> {
    const { state, events } = this.#parts;
    if (await state.drop(id)) await events.publish(callsTopic, viewId);
  }

  readonly #report = (error: Error): void =>
    this.#parts.log.error(`a call of a View's tool was not passed on: ${error.message}`);
}

/** What is not an answer is one that says so: its caller should not have to wait for nothing. */
function toAnswer({ result, error }: JsonObject): LiveAnswer {
  if (isObject(error)) {
    const code = Number.isInteger(error.code) ? Number(error.code) : internalError;
    return { error: { code, message: typeof error.message === "string" ? error.message : "" } };
  }
  const problem = (message: string) => ({ error: { code: internalError, message } });
  if (!isObject(result)) return problem("The View answered with something that is not a result.");
  if (Buffer.byteLength(JSON.stringify(result)) > maxAnswerBytes)
    return problem("The View's answer is larger than 2 MB. Ask for less with the tool's arguments.");
  return { result };
}

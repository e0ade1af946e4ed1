import { type Log, publicMessage } from "../log/log.ts";
import { UpstreamError } from "../source/source.ts";
import { UserError } from "../user-error.ts";
import { cut } from "./bound-result.ts";
import { redact } from "./redact.ts";
import { CallFailure, Refusal, type RefusalCode } from "./refusal.ts";
import type { ToolResult } from "./tool-result.ts";

/** How a call ended. The edge that shows it makes the texts: for MCP and the API, `toToolResult` does. */
export type CallOutcome<Result = ToolResult> = OkCall<Result> | FailedCall | RefusedCall | AskingCall;

export interface OkCall<Result = ToolResult> {
  readonly kind: "ok";
  readonly result: Result;
  /** Present if the caller wanted it. */
  readonly value?: unknown;
}

export interface FailedCall {
  readonly kind: "failed";
  readonly message: string;
  /** Present if the tool itself answered that it failed. */
  readonly result?: ToolResult | undefined;
  /** Present if the server behind the source answered with an error of the protocol. */
  readonly error?: UpstreamError | undefined;
}

/** Ended by the gateway: before the tool ran, or because there was no point in waiting for it any longer. */
export interface RefusedCall {
  readonly kind: "refused";
  readonly code: RefusalCode;
  readonly message: string;
  /** The approval that the call waits for. */
  readonly approvalId?: string | undefined;
  /** What to do next, which a model is shown after the message. */
  readonly hint?: string | undefined;
  /** What is shown in place of the message, where a View may be shown too. */
  readonly result?: ToolResult | undefined;
}

/** The server behind the source needs something from the client first, and the client calls again with it. */
export interface AskingCall {
  readonly kind: "question";
  readonly question: Readonly<Record<string, unknown>>;
}

/** How a call that threw has ended. Anything a tool threw is a `CallFailure` by now; other errors come from our own code. */
export function toOutcome(thrown: unknown, secrets: ReadonlySet<string>, log: Log): RefusedCall | FailedCall {
  const show = (text: string) => cut(redact(text, secrets));
  if (thrown instanceof Refusal) {
    const { code, message, approvalId } = thrown;
    return { kind: "refused", code, message: show(message), approvalId };
  }
  // It says what to do, such as to decide about calls that wait.
  if (thrown instanceof UserError) return { kind: "failed", message: show(thrown.message) };
  if (!(thrown instanceof CallFailure)) return { kind: "failed", message: publicMessage(thrown, log) };
  const { message, upstream } = thrown;
  if (!upstream) return { kind: "failed", message: show(message) };
  const error = new UpstreamError(upstream.code, show(message), redact(upstream.data, secrets));
  return { kind: "failed", message: error.message, error };
}

/** What a model and the commands are shown of an outcome. */
export function toToolResult(outcome: CallOutcome): ToolResult {
  if (outcome.kind === "ok") return outcome.result;
  if (outcome.kind !== "question" && outcome.result) return outcome.result;
  const hint = outcome.kind === "refused" ? outcome.hint : undefined;
  const texts = [`Error: ${problemOf(outcome)}`, ...(hint === undefined ? [] : [hint])];
  return { isError: true, content: texts.map((text) => ({ type: "text", text })) };
}

/** Why a call gave no result. */
export const problemOf = (outcome: Exclude<CallOutcome, OkCall>): string =>
  outcome.kind === "question" ? "The server asks its client, which cannot be asked here." : outcome.message;

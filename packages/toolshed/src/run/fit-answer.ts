import type { MadeCall, PausedQuestion, RunAnswer, RunCall, WholeAnswer } from "./run-answer.ts";
import type { LogLine, LogText } from "./sandbox/sandbox.ts";

/** About 10,000 tokens, for everything that goes back. */
const maxLength = 40_000;
const maxErrorLength = 6_000;
const maxCallsLength = 8_000;
const maxArgsLength = 300;
const maxLogsLength = 6_000;
const maxLogLength = 1_000;
const maxPausedLength = 6_000;
const maxQuestionLength = 3_000;
/** For the names and brackets around the parts, and for telling what was cut. */
const frameLength = 1_000;

/** In what is kept of a run, all calls together. */
const maxKeptArguments = 1024 * 1024;

/** JSON has no line breaks within. */
const lineEnd = ",\n";

const length = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
const cutText = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

/**
 * Makes the answer short enough for a model, and names the parts of which something is missing. What does not fit is not
 * even parsed: a script decides how long it is, and everybody else waits meanwhile.
 */
export function fitAnswer(answer: WholeAnswer): { answer: RunAnswer; parts: string[] } {
  const parts: string[] = [];
  const calls = fitCalls(answer.calls);
  if (calls.isCut)
    parts.push(`calls: ${calls.kept.length} of ${answer.calls.length}, with long arguments cut`);
  const logs = fitLogs(answer.logs);
  if (logs.isCut)
    parts.push(`logs: the last ${logs.kept.length} of ${answer.logs.count}, with long ones cut`);
  const error = answer.error && { ...answer.error, message: cutText(answer.error.message, maxErrorLength) };
  const paused = answer.paused && fitPaused(answer.paused);

  const rest = maxLength - frameLength - calls.length - logs.length - length(error) - length(paused);
  const json = answer.value;
  const isValueCut = json !== undefined && json.length > rest;
  if (isValueCut) parts.push(`value: the beginning of its JSON, ${json.length} characters in all`);
  const value = json === undefined ? undefined : isValueCut ? beginning(json, rest) : JSON.parse(json);

  const { success } = answer;
  return {
    answer: {
      success,
      ...(value !== undefined && { value }),
      ...(error && { error }),
      calls: calls.kept,
      logs: logs.kept,
      ...(paused && { paused }),
    },
    parts,
  };
}

/** As a text inside JSON it grows by its quotes and backslashes. */
function beginning(json: string, max: number): string {
  let text = json.slice(0, max);
  while (length(text) > max) text = text.slice(0, Math.floor(text.length * 0.9));
  return text;
}

interface Fitted<T> {
  readonly kept: T[];
  readonly length: number;
  readonly isCut: boolean;
}

function fitCalls(calls: readonly MadeCall[]): Fitted<RunCall> {
  let isCut = false;
  const shorten = ({ path, args, ...call }: MadeCall): RunCall => {
    const isLong = args.length > maxArgsLength;
    isCut ||= isLong;
    return { path, args: isLong ? cutText(args, maxArgsLength) : JSON.parse(args), ...call };
  };
  const { kept, length } = takeWhileFits(calls, maxCallsLength, shorten);
  return { kept, length, isCut: isCut || kept.length < calls.length };
}

function fitLogs(logs: LogText): Fitted<LogLine> {
  let isCut = false;
  const shorten = (json: string): LogLine => {
    const line: LogLine = JSON.parse(json);
    isCut ||= line.message.length > maxLogLength;
    return { ...line, message: cutText(line.message, maxLogLength) };
  };
  const { kept, length } = takeWhileFits(linesFromLast(logs), maxLogsLength, shorten);
  return { kept: kept.reverse(), length, isCut: isCut || kept.length < logs.count };
}

function* linesFromLast({ json }: LogText): Iterable<string> {
  for (let end = json.length - lineEnd.length; end > 0; ) {
    const start = json.lastIndexOf(lineEnd, end - 1);
    yield json.slice(start < 0 ? 0 : start + lineEnd.length, end);
    end = start;
  }
}

function fitPaused(paused: NonNullable<RunAnswer["paused"]>): NonNullable<RunAnswer["paused"]> {
  if (length(paused) <= maxPausedLength) return paused;
  const question = paused.question && fitQuestion(paused.question);
  const short = (args: unknown) => cutText(JSON.stringify(args) ?? "", maxArgsLength);
  const { kept } = takeWhileFits(
    paused.approvals,
    maxPausedLength - 2_000 - length(question),
    (approval) => ({ ...approval, args: short(approval.args) }),
  );
  return {
    ...paused,
    args: short(paused.args),
    message: cutText(paused.message, 1_000),
    approvals: kept,
    ...(question && { question }),
  };
}

/** Longer forms are filled in on the page. */
function fitQuestion(question: PausedQuestion): PausedQuestion {
  const schema = length(question.schema) > maxQuestionLength ? undefined : question.schema;
  return { ...question, message: cutText(question.message, 1_000), schema };
}

/** The first ones, shortened, and how long they are as JSON. What follows is not even looked at. */
function takeWhileFits<Item, Short>(
  items: Iterable<Item>,
  max: number,
  shorten: (item: Item) => Short,
): { kept: Short[]; length: number } {
  const kept: Short[] = [];
  let used = 1;
  for (const item of items) {
    const short = shorten(item);
    const next = used + length(short) + 1;
    if (next > max) break;
    used = next;
    kept.push(short);
  }
  return { kept, length: used };
}

/** The texts that make up `{ value, calls, logs }` as JSON. Only long arguments are cut: the script had them. */
export function* textsOf({ value, calls, logs }: WholeAnswer): Iterable<string> {
  yield "{";
  if (value !== undefined) yield* ['"value":', value, ","];
  yield '"calls":[';
  let left = maxKeptArguments;
  let separator = "";
  for (const { args, ...call } of calls) {
    left -= args.length;
    yield* [`${separator}{"args":`, left >= 0 ? args : '"…"', `,${JSON.stringify(call).slice(1)}`];
    separator = ",";
  }
  yield* ['],"logs":[', logs.json.slice(0, -lineEnd.length), "]}"];
}

import { invocation, type TerminalOutput } from "../invocation.ts";
import { printable } from "./printable.ts";

/** Writes a line of the result, for a person or the next command of a pipe. */
export function print(text: string): void {
  invocation().stdout.write(`${text}\n`);
}

/** Writes text of a tool or script: as it is into a pipe, and harmless on a terminal. */
export function printResult(text: string, stream: TerminalOutput = invocation().stdout): void {
  stream.write(`${stream.isTTY ? printable(text) : text}\n`);
}

/** Writes what is not the result: progress, hints and warnings. */
export function note(text: string): void {
  invocation().stderr.write(`${printable(text)}\n`);
}

/** Writes one JSON document. What would act on a terminal is escaped, and reads the same. */
export function printJson(value: unknown): void {
  print(printable(JSON.stringify(value, undefined, 2) ?? "null"));
}

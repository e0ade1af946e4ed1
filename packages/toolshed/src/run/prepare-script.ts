import { transformSync } from "@swc/wasm-typescript";
import type { Program, ScriptError } from "./sandbox/sandbox.ts";

interface SyntaxProblem {
  readonly message: string;
  readonly startLine: number;
  readonly startColumn: number;
}

const returnProblem = /^Return statement is not allowed here/;
/** A script that closes one of these and opens it again leaves the other open. */
const wrappers = [
  ["(async () => {\n", "\n})()"],
  ["[async function () {\n", "\n}]"],
] as const;

export type Prepared = { readonly program: Program } | { readonly error: ScriptError };

/**
 * Takes the types out of a script, with every line and column kept. The stripper may take forever, and an instance of it
 * that overflowed its stack is ruined: it belongs in a job.
 */
export function prepareScript(script: string): Prepared {
  const plain = strip(script);
  if ("code" in plain) return { program: { code: plain.code, gives: "last expression", addedLines: 0 } };
  if (!returnProblem.test(plain.problem.message)) return { error: toError(plain.problem, 0) };

  // `return` needs a function around it.
  const [wrapped, other] = wrappers.map(([before, after]) => strip(before + script + after));
  if (wrapped && "problem" in wrapped) return { error: toError(wrapped.problem, 1) };
  if (other && "problem" in other) return { error: toError(other.problem, 1) };
  const { code } = wrapped as { code: string };
  return { program: { code, gives: "return", addedLines: 1 } };
}

function strip(text: string): { code: string } | { problem: SyntaxProblem } {
  try {
    return { code: transformSync(text, { mode: "strip-only", module: true }).code };
  } catch (error) {
    // Mistakes in the script are plain objects.
    if (error instanceof Error) throw error;
    return { problem: error as SyntaxProblem };
  }
}

const toError = ({ message, startLine, startColumn }: SyntaxProblem, addedLines: number): ScriptError => ({
  name: "SyntaxError",
  message,
  line: Math.max(startLine - addedLines, 1),
  column: startColumn + 1,
});

import { transformSync } from "@swc/wasm-typescript";
import { noModules, type Program, type ScriptError } from "./sandbox.ts";

interface SyntaxProblem {
  readonly message: string;
  readonly startLine: number;
  readonly startColumn: number;
}

const importProblem = /'import', and 'export' cannot be used/;
const returnProblem = /^Return statement is not allowed here/;
/** A script that closes one of these and opens it again leaves the other open. */
const wrappers = [
  ["(async () => {\n", "\n})()"],
  ["[async function () {\n", "\n}]"],
] as const;

export type Prepared = { readonly program: Program } | { readonly error: ScriptError };

/**
 * Takes the types out of a script, with every line and column kept. The stripper may take forever, and an instance of it
 * that overflowed its stack is ruined: it belongs in a thread that may end.
 */
export function prepareScript(script: string): Prepared {
  const plain = strip(script);
  if ("code" in plain) return { program: { code: plain.code, gives: "last expression", addedLines: 0 } };
  if (!returnProblem.test(plain.problem.message)) return { error: toError(plain.problem, 0) };

  // `return` needs a function around it.
  const [wrapped, other] = wrappers;
  const found = stripWithin(wrapped, script);
  if ("problem" in found) return { error: toError(found.problem, 1) };
  // Without a brace it cannot have closed the function.
  const check = script.includes("}") ? stripWithin(other, script) : found;
  if ("problem" in check) return { error: toError(check.problem, 1) };
  return { program: { code: found.code, gives: "return", addedLines: 1 } };
}

const stripWithin = ([before, after]: (typeof wrappers)[number], script: string) =>
  strip(before + script + after);

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
  message: importProblem.test(message) ? noModules : message,
  line: Math.max(startLine - addedLines, 1),
  column: startColumn + 1,
});

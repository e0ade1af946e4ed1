import type { Program } from "../sandbox/sandbox.ts";
import { declareTools, type ToolToDeclare, toolSignature } from "./declarations.ts";
import { schemaType } from "./schema-type.ts";
import type { Mention, Mentions } from "./script-mentions.ts";
import { createTypeChecker, type TypeProblem } from "./type-checker.ts";

export interface ScriptToCheck extends Mentions {
  readonly script: string;
  readonly gives: Program["gives"];
  readonly tools: readonly ToolToCheck[];
}

/** Carries its schemas where its types are not known yet. */
export type ToolToCheck = Omit<ToolToDeclare, "types"> &
  (
    | { readonly types: ToolTypes }
    | { readonly schemas: { readonly input: unknown; readonly output: unknown } }
  );

export interface CheckedScript {
  readonly problems: readonly TypeProblem[];
  /** Of the tools that the problems are about. */
  readonly signatures: readonly string[];
  /** By the tool's path, the types that were not known. */
  readonly types: readonly (readonly [path: string, types: ToolTypes])[];
}

export interface ToolTypes {
  readonly input: string;
  readonly output: string;
}

const maxSignatures = 3;
const maxSignatureLength = 2_000;
// TypeScript would use every CPU, and a script is checked faster in one thread unless it is very long.
Object.assign(process.env, { GOMAXPROCS: "1" });
const checker = createTypeChecker();

export const warmUp = (): Promise<void> => checker.open();

export async function run(given: ScriptToCheck): Promise<CheckedScript> {
  const { script, gives, mentions, isOpen } = given;
  const types: [string, ToolTypes][] = [];
  const tools = given.tools.map((tool): ToolToDeclare => {
    if ("types" in tool) return tool;
    const { input, output } = tool.schemas;
    const made = { input: schemaType(input), output: output === undefined ? "any" : schemaType(output) };
    types.push([tool.path, made]);
    return { ...tool, types: made };
  });
  // What a `return` outside of a function returns would not be checked.
  const [before, after] = gives === "return" ? ["(async () => {", "\n})"] : ["", ""];
  const found = await checker.check(before + script + after, declareTools(tools, isOpen));
  const problems = found.map(({ message, start, end }) => ({
    message,
    start: start - before.length,
    end: end - before.length,
  }));
  const signatures = concerned(problems, mentions)
    .flatMap((path) => tools.filter((tool) => tool.path === path))
    .slice(0, maxSignatures)
    .map((tool) => `tools.${tool.path}: ${cut(toolSignature(tool))}`);
  return { problems, signatures, types };
}

/** The tools that were named last before each mistake: most mistakes are in what is given to them. */
function concerned(problems: readonly TypeProblem[], mentions: readonly Mention[]): string[] {
  const named = problems.flatMap(
    ({ start }) => mentions.findLast((mention) => mention.start <= start)?.path ?? [],
  );
  return [...new Set(named)];
}

const cut = (text: string): string =>
  text.length > maxSignatureLength ? `${text.slice(0, maxSignatureLength)}…` : text;

import type { SourceTool } from "../source/source.ts";
import { type ConnectionsFor, declareTools, toolSignature } from "./declarations.ts";
import { type Mention, namedTools } from "./named-tools.ts";
import { nearestPaths } from "./nearest-paths.ts";
import type { Program, ScriptError } from "./sandbox/sandbox.ts";
import type { TypeProblem } from "./type-checker.ts";

const maxSignatures = 3;
const maxSignatureLength = 2_000;

export interface CheckParts {
  readonly visible: readonly SourceTool[];
  /** The names of connections that the script may give for a tool. */
  readonly connectionsFor: ConnectionsFor;
  checkTypes(script: string, declarations: string): Promise<TypeProblem[] | undefined>;
}

/** Checks a script against the tools it names. Gives what is wrong with it, or nothing. */
export async function checkScript(
  script: string,
  gives: Program["gives"],
  { visible, connectionsFor, checkTypes }: CheckParts,
): Promise<ScriptError | undefined> {
  const { tools, mentions, isOpen } = namedTools(script, visible);
  // What a `return` outside of a function returns would not be checked.
  const [before, after] = gives === "return" ? ["(async () => {", "\n})"] : ["", ""];
  const found = await checkTypes(before + script + after, declareTools(tools, isOpen, connectionsFor));
  const problems = found?.map(({ message, start, end }) => ({
    message,
    start: start - before.length,
    end: end - before.length,
  }));
  if (problems === undefined) {
    return {
      name: "CheckError",
      message:
        "The type check took more time or memory than it may. Use simpler types, or run with check: false.",
    };
  }
  const [first] = problems;
  if (!first) return undefined;

  const paths = visible.map(({ path }) => path);
  const lines = problems.map((problem) => {
    const { line, column } = placeOf(script, problem.start);
    return `${line}:${column} ${describe(problem, mentions, tools, paths)}`;
  });
  const signatures = concerned(problems, mentions)
    .flatMap((path) => tools.filter((tool) => tool.path === path))
    .slice(0, maxSignatures)
    .map((tool) => `tools.${tool.path}: ${cut(toolSignature(tool, connectionsFor))}`);
  return {
    name: "TypeError",
    message: [...lines, ...signatures].join("\n"),
    ...placeOf(script, first.start),
  };
}

/** A path that is not there is told as such, with those that may have been meant. */
function describe(
  { message, start, end }: TypeProblem,
  mentions: readonly Mention[],
  tools: readonly SourceTool[],
  paths: readonly string[],
): string {
  const mention = mentions.find((other) => start >= other.start && end <= other.end);
  if (!mention || tools.some(({ path }) => path === mention.path || path.startsWith(`${mention.path}.`)))
    return message;
  const nearest = nearestPaths(mention.path, paths);
  const hint = nearest.length > 0 ? `Did you mean ${nearest.join(" or ")}?` : "Find one with tools.search.";
  return `There is no tool ${mention.path}. ${hint}`;
}

/** The tools that were named last before each mistake: most mistakes are in what is given to them. */
function concerned(problems: readonly TypeProblem[], mentions: readonly Mention[]): string[] {
  const named = problems.flatMap(
    ({ start }) => mentions.findLast((mention) => mention.start <= start)?.path ?? [],
  );
  return [...new Set(named)];
}

function placeOf(script: string, position: number): { line: number; column: number } {
  const before = script.slice(0, position).split("\n");
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}

const cut = (text: string): string =>
  text.length > maxSignatureLength ? `${text.slice(0, maxSignatureLength)}…` : text;

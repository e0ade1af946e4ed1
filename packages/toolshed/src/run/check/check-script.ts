import type { Catalog } from "../../catalog/catalog.ts";
import type { VisibleTools } from "../../catalog/visibility.ts";
import type { JobOptions, Jobs } from "../../jobs/jobs.ts";
import { countValues } from "../../json/parse-json.ts";
import type { SourceTool } from "../../source/source.ts";
import type { Prepared } from "../sandbox/prepare-script.ts";
import { type ScriptError, tooComplex } from "../sandbox/sandbox.ts";
import { checkJob, jobError, outlineJob } from "../script-jobs.ts";
import type { CheckedScript, ToolToCheck, ToolTypes } from "./check-job.ts";
import type { DescribeMissing } from "./missing-tool.ts";
import { namedTools } from "./named-tools.ts";
import type { Mention } from "./script-mentions.ts";
import type { TypeProblem } from "./type-checker.ts";

export interface CheckParts {
  readonly jobs: Jobs;
  readonly catalog: Pick<Catalog, "find" | "tools">;
  readonly visible: Pick<VisibleTools, "isVisible" | "connectionsFor">;
  readonly describeMissing: DescribeMissing;
}

const limited: ScriptError = {
  name: "CheckError",
  message:
    "The type check took more time or memory than it may. Use simpler types, or run with check: false.",
};
/** Larger ones are `any`: their types would be too long, and to send them is work as well. */
const maxSchemaParts = 20_000;
const maxHints = 3;

/** The schemas of a tool are turned into types once, as long as its source keeps it. */
const knownTypes = new WeakMap<SourceTool, ToolTypes>();

/** Checks a script against the tools it names. Gives what is wrong with it, or the program that it is. */
export async function checkScript(
  script: string,
  { jobs, catalog, visible, describeMissing }: CheckParts,
  options: JobOptions,
): Promise<Prepared> {
  const outline = await jobs.run(outlineJob, script, options);
  if (!outline.ok) return { error: jobError(outline.failure, tooComplex) };
  if ("error" in outline.value) return { error: outline.value.error };
  const { program, ...named } = outline.value;
  const { gives } = program;
  const { tools, mentions, isOpen } = namedTools(named, catalog, visible.isVisible);
  const given = tools.map((tool) => toDeclare(tool, visible.connectionsFor(tool)));
  const result = await jobs.run(checkJob, { script, gives, mentions, isOpen, tools: given }, options);
  if (!result.ok) return { error: jobError(result.failure, limited) };
  const { problems, signatures, types } = result.value;
  learn(types, tools);
  const [first] = problems;
  if (!first) return { program };

  const describe = createDescriber(mentions, tools, (path) =>
    describeMissing(path, visible.isVisible, options.userId),
  );
  const lines: string[] = [];
  for (const problem of problems) {
    const { line, column } = placeOf(script, problem.start);
    lines.push(`${line}:${column} ${await describe(problem)}`);
  }
  const message = [...lines, ...signatures].join("\n");
  return { error: { name: "TypeError", message, ...placeOf(script, first.start) } };
}

function toDeclare(tool: SourceTool, connections: readonly string[]): ToolToCheck {
  const { path, inputSchema, outputSchema } = tool;
  const { required } = inputSchema;
  const isOptional = !Array.isArray(required) || required.length === 0;
  const types = knownTypes.get(tool);
  if (types) return { path, isOptional, connections, types };
  const [input, output] = [inputSchema, outputSchema].map((schema) => (isSmall(schema) ? schema : true));
  return { path, isOptional, connections, schemas: { input, output } };
}

function learn(types: CheckedScript["types"], tools: readonly SourceTool[]): void {
  const made = new Map(types);
  for (const tool of tools) {
    const toolTypes = made.get(tool.path);
    if (toolTypes) knownTypes.set(tool, toolTypes);
  }
}

const isSmall = (schema: unknown): boolean => countValues(schema, maxSchemaParts + 1) <= maxSchemaParts;

/** Reports an unknown path as such, with those that may have been meant. */
function createDescriber(
  mentions: readonly Mention[],
  tools: readonly SourceTool[],
  describeMissing: (path: string) => Promise<string>,
): (problem: TypeProblem) => Promise<string> {
  let hints = 0;
  return async ({ message, start, end }) => {
    const mention = mentions.find((other) => start >= other.start && end <= other.end);
    if (!mention || tools.some(({ path }) => path === mention.path || path.startsWith(`${mention.path}.`)))
      return message;
    hints += 1;
    return hints <= maxHints ? describeMissing(mention.path) : `Tool not found: ${mention.path}`;
  };
}

function placeOf(script: string, position: number): { line: number; column: number } {
  const before = script.slice(0, position).split("\n");
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}

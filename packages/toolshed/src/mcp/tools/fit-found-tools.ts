import { type FoundTool, summarizeTool } from "../../catalog/summarize-tool.ts";
import type { Found, FoundStep } from "../../search/search-index.ts";
import type { SourceTool } from "../../source/source.ts";

/** About 4,000 tokens of four characters. */
const maxLength = 16_000;
const descriptionLengths = [200, 100, 50];
const maxStepLength = 120;

/**
 * As many results as a model should read in one answer: descriptions are cut before tools are left out. The text is JSON
 * with a tool a line, grouped by the step it serves if the request has several. The notes say what the steps are, and
 * what was cut.
 */
export function fitFoundTools({ tools, steps = [] }: Found): { text: string; notes: string[] } {
  const explained = steps.length > 0 ? [describeSteps(steps)] : [];
  const most = maxLength - explained.join().length;
  const stepOf = new Map(steps.flatMap(({ paths }, at) => paths.map((path) => [path, at + 1])));
  const place = ({ path }: SourceTool): number => stepOf.get(path) ?? 0;
  const ordered = [...tools].sort((a, b) => place(a) - place(b));
  const summarize = (kept: readonly SourceTool[], length: number): SteppedTool[] =>
    kept.map((tool) => ({
      ...(steps.length > 0 && { step: place(tool) }),
      ...summarizeTool(tool, length),
    }));

  for (const length of descriptionLengths) {
    const text = toText(summarize(ordered, length));
    if (text.length > most) continue;
    const isCut = length !== descriptionLengths[0];
    const cut = isCut ? ["Descriptions were cut to fit: read_tool has them in full."] : [];
    return { text, notes: [...explained, ...cut] };
  }
  // The worst are left out, whichever step they serve.
  let count = tools.length;
  const shown = () => {
    const best = new Set(tools.slice(0, count));
    return toText(
      summarize(
        ordered.filter((tool) => best.has(tool)),
        descriptionLengths.at(-1) as number,
      ),
    );
  };
  while (count > 1 && shown().length > most) count -= 1;
  const left = tools.length - count;
  const cut = `Descriptions were cut and ${left} more tools left out to fit. Ask for something more specific to see others.`;
  return { text: shown(), notes: [...explained, cut] };
}

type SteppedTool = FoundTool & { readonly step?: number };

function describeSteps(steps: readonly FoundStep[]): string {
  const lines = steps.map(({ text, paths }, at) => {
    const line = text.replace(/\s+/g, " ").trim();
    const short = line.length > maxStepLength ? `${line.slice(0, maxStepLength - 1)}…` : line;
    return `${at + 1}. ${short}${paths.length === 0 ? " (no tool listed: search for this step alone)" : ""}`;
  });
  return ["Each tool has the step of the request that it serves:", ...lines].join("\n");
}

function toText(found: readonly FoundTool[]): string {
  return `[\n${found.map((tool) => JSON.stringify(tool)).join(",\n")}\n]`;
}

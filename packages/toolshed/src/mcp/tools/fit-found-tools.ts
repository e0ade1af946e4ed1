import { type FoundTool, summarizeTool } from "../../catalog/summarize-tool.ts";
import type { SourceTool } from "../../source/source.ts";

/** About 4,000 tokens of four characters. */
const maxLength = 16_000;
const descriptionLengths = [200, 100, 50];

/**
 * As many results as a model should read in one answer: descriptions are cut before tools are left out. The
 * text is JSON with a tool a line, the note says what was cut.
 */
export function fitFoundTools(tools: readonly SourceTool[]): { text: string; note?: string } {
  let found: FoundTool[] = [];
  for (const length of descriptionLengths) {
    found = tools.map((tool) => summarizeTool(tool, length));
    if (toText(found).length > maxLength) continue;
    const isCut = length !== descriptionLengths[0];
    return {
      text: toText(found),
      ...(isCut && { note: "Descriptions were cut to fit: read_tool has them in full." }),
    };
  }
  while (found.length > 1 && toText(found).length > maxLength) found = found.slice(0, -1);
  const left = tools.length - found.length;
  return {
    text: toText(found),
    note: `Descriptions were cut and ${left} more tools left out to fit. Ask for something more specific to see others.`,
  };
}

function toText(found: readonly FoundTool[]): string {
  return `[\n${found.map((tool) => JSON.stringify(tool)).join(",\n")}\n]`;
}

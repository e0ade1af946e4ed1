import { type SourceTool, viewUriOf } from "../source/source.ts";
import { shortSignature, signatureOf } from "./signature.ts";

export type FoundTool = ReturnType<typeof summarizeTool>;

const maxNameLength = 80;

/** A tool in a search result: enough to choose it, and often to call it. */
export const summarizeTool = (tool: SourceTool, maxDescriptionLength: number) => ({
  path: tool.path,
  name: toLine(tool.name, maxNameLength),
  description: toLine(tool.description, maxDescriptionLength),
  destructive: tool.destructive,
  ...(viewUriOf(tool) !== undefined && { view: true }),
  signature: signatureOf(tool, shortSignature),
});

/** A text on one line, cut between words. */
function toLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= maxLength) return line;
  const space = line.lastIndexOf(" ", maxLength - 1);
  const end = space > maxLength / 2 ? space : maxLength - 1;
  return `${line.slice(0, end).replace(/[\ud800-\udbff]$/, "")}…`;
}

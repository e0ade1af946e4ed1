import type { SourceTool } from "../source/source.ts";
import { shortSignature, signatureOf } from "./signature.ts";

/** A tool in a search result: enough to choose it, and often to call it. */
export interface FoundTool {
  path: string;
  name: string;
  description: string;
  destructive: boolean;
  signature: string;
}

const maxNameLength = 80;
const signatures = new WeakMap<SourceTool, string>();

export function summarizeTool(tool: SourceTool, maxDescriptionLength: number): FoundTool {
  const signature = signatures.get(tool) ?? signatureOf(tool, shortSignature);
  signatures.set(tool, signature);
  return {
    path: tool.path,
    name: toLine(tool.name, maxNameLength),
    description: toLine(tool.description, maxDescriptionLength),
    destructive: tool.destructive,
    signature,
  };
}

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

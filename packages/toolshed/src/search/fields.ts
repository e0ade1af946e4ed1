import { listParameters, type SourceTool } from "../source/source.ts";
import { splitWords } from "./words/split-words.ts";

/** Where a word of a tool can stand. */
export const fieldNames = ["name", "place", "description", "parameters", "parameterTexts"] as const;
export type FieldName = (typeof fieldNames)[number];

const maxTextLength = 4_000;
/** More than text of that length has in most languages: those written without spaces have as many words as characters. */
const maxWords = 1_000;

/** The words that are searched of a tool. A tool whose texts can't be read has those of its path. */
export function fieldsOf(sourceId: string, tool: SourceTool): Record<FieldName, string[]> {
  try {
    return readFields(sourceId, tool);
  } catch {
    return readFields(sourceId, { path: tool.path, name: "", description: "", inputSchema: {} });
  }
}

type ReadTool = Pick<
  SourceTool,
  "path" | "name" | "description" | "parameters" | "inputSchema" | "authProvider"
>;

/** Texts come from anywhere, so their length is bounded. */
function readFields(sourceId: string, tool: ReadTool): Record<FieldName, string[]> {
  const [first = "", ...rest] = tool.path.split(".");
  const parameters = tool.parameters ?? listParameters(tool.inputSchema);
  const name = boundedWords([tool.name]);
  const inName = new Set(name);
  return {
    name: [...name, ...boundedWords(rest).filter((word) => !inName.has(word))],
    place: boundedWords([...new Set([sourceId, first, tool.authProvider ?? ""])]),
    description: boundedWords([tool.description]),
    parameters: boundedWords(parameters.map(([parameter]) => parameter)),
    parameterTexts: boundedWords(parameters.map(([, text]) => text)),
  };
}

function boundedWords(texts: readonly string[]): string[] {
  let joined = "";
  for (const text of texts) {
    if (joined.length >= maxTextLength) break;
    joined += `${text.slice(0, maxTextLength)} `;
  }
  return splitWords(joined.slice(0, maxTextLength)).slice(0, maxWords);
}

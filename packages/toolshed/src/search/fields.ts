import { listParameters } from "../source/list-parameters.ts";
import type { SourceTool } from "../source/source.ts";
import { splitWords } from "./split-words.ts";

/** Where a word of a tool can stand. */
export const fieldNames = ["name", "place", "description", "parameters", "parameterTexts"] as const;
export type FieldName = (typeof fieldNames)[number];

const maxTextLength = 4_000;

/** The words that are searched of a tool. Texts come from anywhere, so their length is bounded. */
export function fieldsOf(sourceId: string, tool: SourceTool): Record<FieldName, string[]> {
  const [first = "", ...rest] = tool.path.split(".");
  const parameters = tool.parameters ?? listParameters(tool.inputSchema);
  const name = boundedWords(tool.name);
  return {
    name: [...name, ...boundedWords(rest.join(" ")).filter((word) => !name.includes(word))],
    place: boundedWords([...new Set([sourceId, first, tool.authProvider ?? ""])].join(" ")),
    description: boundedWords(tool.description),
    parameters: boundedWords(parameters.map(([parameter]) => parameter).join(" ")),
    parameterTexts: boundedWords(parameters.map(([, text]) => text).join(" ")),
  };
}

const boundedWords = (text: string): string[] => splitWords(text.slice(0, maxTextLength));

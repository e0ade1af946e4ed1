import { listParameters } from "../source/list-parameters.ts";
import type { SourceTool } from "../source/source.ts";
import { isClearVerb, type ToolVerb, verbOfTool } from "./tool-verb.ts";
import { splitWords } from "./words/split-words.ts";
import { stem } from "./words/stem.ts";
import { stopWords } from "./words/stop-words.ts";

/** Where a word of a tool can stand. */
export const fieldNames = [
  "name",
  "place",
  "summary",
  "description",
  "parameters",
  "parameterTexts",
] as const;
export type FieldName = (typeof fieldNames)[number];

const methodActions = new Set("get list check create update set delete".split(" "));
const maxTextLength = 4_000;
/** More than text of that length has in most languages: those written without spaces have as many words as characters. */
const maxWords = 1_000;

export interface ToolFields {
  /** The words that are searched of a tool. */
  readonly words: Readonly<Record<FieldName, string[]>>;
  readonly verb: ToolVerb | undefined;
  /** Of the name's words, those for the resource that an operation is about: `comments` in `issues.comments.create`. */
  readonly thing: readonly string[];
}

/** A tool whose texts can't be read has those of its path. */
export function fieldsOf(sourceId: string, tool: SourceTool): ToolFields {
  try {
    return readFields(sourceId, tool);
  } catch {
    return readFields(sourceId, { ...nothing, path: tool.path });
  }
}

type ReadTool = Pick<
  SourceTool,
  "path" | "name" | "description" | "parameters" | "inputSchema" | "authProvider" | "readOnly"
>;
const nothing = { name: "", description: "", inputSchema: {}, readOnly: false };

/** Texts come from anywhere, so their length is bounded. */
function readFields(sourceId: string, tool: ReadTool): ToolFields {
  const [first = "", ...rest] = tool.path.split(".");
  const parameters = tool.parameters ?? listParameters(tool.inputSchema);
  const verb = verbOfTool(tool);
  const thing = thingOf(rest, verb);
  const name = boundedWords([tool.name]);
  const inName = new Set(name);
  // The last part of an operation's path follows its method. It says nothing where the name has a verb.
  if (methodActions.has(rest.at(-1)?.split("_by_", 1)[0] ?? "") && name.some(isClearVerb)) rest.pop();
  const summary = firstSentence(tool.description);
  const words = {
    name: [...name, ...boundedWords(rest).filter((word) => !inName.has(word))],
    place: boundedWords([...new Set([sourceId, first, tool.authProvider ?? ""])]),
    summary: boundedWords([summary]),
    description: boundedWords([tool.description.slice(summary.length)]),
    parameters: boundedWords(parameters.map(([parameter]) => parameter)),
    parameterTexts: boundedWords(parameters.map(([, text]) => text)),
  };
  return { words, verb, thing };
}

/** The words of the last part of an operation's path that says more than what is done. */
function thingOf(parts: readonly string[], verb: ToolVerb | undefined): string[] {
  // The path of a tool without resources is its name.
  if (parts.length < 2) return [];
  const isThing = (word: string): boolean => !methodActions.has(word) && stem(word) !== verb?.stem;
  for (const part of parts.toReversed()) {
    const words = boundedWords(part.split("_by_", 1)).filter(isThing);
    if (words.length > 0) return words;
  }
  return [];
}

/** The stems of the words that name a source. A provider names it only if all its tools have this provider. */
export function placeWords(sourceId: string, tools: readonly SourceTool[]): string[] {
  const provider = tools[0]?.authProvider ?? "";
  const isShared = tools.every((tool) => tool.authProvider === provider);
  const words = boundedWords([
    sourceId,
    tools[0]?.path.split(".", 1)[0] ?? "",
    ...(isShared ? [provider] : []),
  ]);
  return [...new Set(words.filter((word) => !stopWords.has(word)).map(stem))];
}

function boundedWords(texts: readonly string[]): string[] {
  let joined = "";
  for (const text of texts) {
    if (joined.length >= maxTextLength) break;
    joined += `${text.slice(0, maxTextLength)} `;
  }
  return splitWords(joined.slice(0, maxTextLength)).slice(0, maxWords);
}

/** Says what a tool does; what follows says how. */
function firstSentence(text: string): string {
  const end = text.slice(0, maxTextLength).search(/[.!?](?=\s|<|$)|\n|[。！？]/);
  return end < 0 ? text.slice(0, maxTextLength) : text.slice(0, end + 1);
}

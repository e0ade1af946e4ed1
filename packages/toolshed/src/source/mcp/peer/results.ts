import { type SpecTypeName, specTypeSchemas } from "@modelcontextprotocol/client";
import { isObject } from "../../../json/json-object.ts";
import { maxBlocks } from "../../source.ts";

type Fields = Record<string, unknown>;

export const listMethod = "tools/list";
export const callMethod = "tools/call";

/** A page of a list of tools. Each tool is checked later, one at a time: the SDK takes seconds for some thousand. */
export interface Page {
  readonly tools: readonly unknown[];
  readonly nextCursor?: string;
}

/** The schema of a result, and the list in it that may be long. */
const types: Readonly<Record<string, { type: SpecTypeName; list?: string }>> = {
  [callMethod]: { type: "CallToolResult", list: "content" },
  "prompts/list": { type: "ListPromptsResult", list: "prompts" },
  "prompts/get": { type: "GetPromptResult", list: "messages" },
  "resources/list": { type: "ListResourcesResult", list: "resources" },
  "resources/templates/list": { type: "ListResourceTemplatesResult", list: "resourceTemplates" },
  "resources/read": { type: "ReadResourceResult", list: "contents" },
  "completion/complete": { type: "CompleteResult" },
};

/** The result of a request by the rules of the protocol, or a question that the server has first. Throws for anything else. */
export function readResult(method: string, { resultType, ...result }: Fields, isModern: boolean): Fields {
  const problem = (text: string) => new Error(`Invalid result for ${method}: ${text}`);
  if (isModern) {
    if (resultType === "input_required") return readQuestion(result, problem);
    if (resultType !== "complete")
      throw problem(`its resultType is ${JSON.stringify(resultType)?.slice(0, 100)}`);
  }
  if (method === listMethod && !isPage(result)) throw problem("it is not a list of tools");
  const known = types[method];
  // Most results are texts, which show at a glance whether they are right.
  if (known === undefined || (method === callMethod && isPlainResult(result))) return result;
  const { type, list = "" } = known;
  const entries = result[list];
  if (!Array.isArray(entries)) return checked(type, result, problem);
  const rest = checked(type, { ...result, [list]: [] }, problem);
  // A schema writes down all that is wrong, which takes seconds for a long list: here the first wrong entry is the last.
  // Each is checked without the rest, which may be as large. Blocks that nobody is shown are not looked at.
  const right = entries.map((entry, index) =>
    method === callMethod && index >= maxBlocks
      ? entry
      : (checked(type, { [list]: [entry] }, problem, index)[list] as unknown[])[0],
  );
  return { ...rest, [list]: right };
}

function checked(
  type: SpecTypeName,
  value: Fields,
  problem: (text: string) => Error,
  index?: number,
): Fields {
  const outcome = specTypeSchemas[type]["~standard"].validate(value);
  if (outcome instanceof Promise) throw problem("it cannot be checked in time");
  if (!outcome.issues) return outcome.value as Fields;
  const [issue] = outcome.issues;
  const path = (issue?.path ?? []).map((part, at) => (at === 1 && index !== undefined ? index : part));
  throw problem(`${path.map(String).join(".")}: ${issue?.message}`);
}

/** Something that a server of the newer revision has to know before it continues. */
export interface Question extends Fields {
  readonly resultType: "input_required";
  readonly inputRequests: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

export const isQuestion = (result: Fields): result is Question => result.resultType === "input_required";

function readQuestion(
  { inputRequests, requestState, _meta }: Fields,
  problem: (text: string) => Error,
): Question {
  const asked = isObject(inputRequests) ? inputRequests : {};
  const isState = typeof requestState === "string";
  if (Object.keys(asked).length === 0 && !isState) throw problem("it asks for nothing");
  return {
    resultType: "input_required",
    inputRequests: asked,
    ...(isState && { requestState }),
    ...(isObject(_meta) && { _meta }),
  };
}

function isPage({ tools, nextCursor }: Fields): boolean {
  return Array.isArray(tools) && (nextCursor === undefined || typeof nextCursor === "string");
}

function isPlainResult({ content, structuredContent, isError, _meta }: Fields): boolean {
  return (
    Array.isArray(content) &&
    content.every(isPlainText) &&
    (isError === undefined || typeof isError === "boolean") &&
    [structuredContent, _meta].every((part) => part === undefined || isObject(part))
  );
}

const isPlainText = (block: unknown): boolean =>
  isObject(block) &&
  block.type === "text" &&
  typeof block.text === "string" &&
  block.annotations === undefined &&
  (block._meta === undefined || isObject(block._meta));

import { type SpecTypeName, specTypeSchemas } from "@modelcontextprotocol/client";
import { isObject } from "@toolshed/apps/rpc";

type Fields = Record<string, unknown>;

export const listMethod = "tools/list";
export const callMethod = "tools/call";

/** A page of a list of tools. Each of them is judged by itself later: the SDK takes seconds for some thousand. */
export interface Page {
  readonly tools: readonly unknown[];
  readonly nextCursor?: string;
}

const types: Readonly<Record<string, SpecTypeName>> = {
  [callMethod]: "CallToolResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "completion/complete": "CompleteResult",
};

/** The result of a request by the rules of the protocol, or a question that the server has first. Throws for anything else. */
export function readResult(method: string, { resultType, ...result }: Fields, isModern: boolean): Fields {
  const problem = (text: string) => new Error(`Invalid result for ${method}: ${text}`);
  if (isModern) {
    if (resultType === "input_required") return readQuestion(result, problem);
    if (resultType !== "complete")
      throw problem(`its resultType is ${JSON.stringify(resultType)?.slice(0, 100)}`);
  }
  if (method === listMethod && !isPage(result)) throw problem("it is no list of tools");
  const type = types[method];
  // Most results are texts, which show at a glance whether they are right.
  if (type === undefined || (method === callMethod && isPlainResult(result))) return result;
  const outcome = specTypeSchemas[type]["~standard"].validate(result);
  if (outcome instanceof Promise) throw problem("it cannot be checked at once");
  if (!outcome.issues) return outcome.value as Fields;
  const [issue] = outcome.issues;
  throw problem(`${issue?.path?.map(String).join(".") ?? ""}: ${issue?.message}`);
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

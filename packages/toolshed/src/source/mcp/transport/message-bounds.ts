import { INTERNAL_ERROR, isJsonRpcMessage, type JSONRPCMessage } from "@toolshed/apps/rpc";
import { isObject } from "../../../json/json-object.ts";
import { countValues, dataBounds, JsonError, parseJson } from "../../../json/parse-json.ts";

/** For what a server asks or tells: a form has some dozen fields, a conversation some hundred messages. */
const maxParts = 5_000;
const maxFormParts = 1_000;
const maxMessages = 1_000;
const maxEntries = 5_000;
const maxErrorLength = 2_000;
/** The data of the error that takes the place of an answer beyond the bounds. No server can send this very object. */
export const beyondBounds: object = {};

/** The messages in a text, if there is nothing else in it. Older revisions may send several as a list. */
export function readMessages(text: string): readonly JSONRPCMessage[] | undefined {
  try {
    const value = parseJson(text, dataBounds);
    const messages = Array.isArray(value) ? value : [value];
    return messages.length > 0 && messages.every(isJsonRpcMessage) ? messages : undefined;
  } catch (error) {
    return error instanceof JsonError && error.reason !== "syntax" ? toFailure(text, error) : undefined;
  }
}

/** What is beyond the bounds fails the request that it answers, whose id is near one of the ends. */
function toFailure(text: string, error: JsonError): readonly JSONRPCMessage[] | undefined {
  const [, id] = /"id"\s*:\s*(\d+)/.exec(`${text.slice(0, 100)}\n${text.slice(-100)}`) ?? [];
  if (id === undefined) return undefined;
  const failure = { code: INTERNAL_ERROR, message: error.message, data: beyondBounds };
  return [{ jsonrpc: "2.0", id: Number(id), error: failure }];
}

/**
 * Why a message goes no further. Schemas judge it on the main thread and write down all that is wrong with it, which
 * takes many seconds for a few megabytes of nonsense.
 */
export function problemOf(message: JSONRPCMessage): string | undefined {
  if ("method" in message) {
    const most = message.method === "elicitation/create" ? maxFormParts : maxParts;
    const isTooLarge = countValues(message.params, most + 1) > most;
    return isTooLarge ? `${message.method.slice(0, 100)} is too large` : undefined;
  }
  if ("error" in message) {
    shorten(message.error);
    return undefined;
  }
  return isObject(message.result) ? problemOfResult(message.result) : undefined;
}

function shorten(error: unknown): void {
  const { message } = Object(error) as { message?: unknown };
  if (typeof message === "string" && message.length > maxErrorLength)
    Object.assign(error as object, { message: `${message.slice(0, maxErrorLength)}…` });
}

function problemOfResult(result: Readonly<Record<string, unknown>>): string | undefined {
  const { messages, prompts, resources, resourceTemplates, contents, capabilities } = result;
  if (Array.isArray(messages) && messages.length > maxMessages) return "The server sent too many messages";
  if (countValues(capabilities, maxParts + 1) > maxParts) return "The server sent too many capabilities";
  for (const list of [prompts, resources, resourceTemplates, contents]) {
    if (!Array.isArray(list)) continue;
    if (list.length > maxEntries)
      return `The server sent a list of more than ${maxEntries} entries on one page`;
    if (!list.every(isNamed)) return "The server sent a list with entries that have no name";
    if (list.some((entry) => countValues(entry, maxParts + 1) > maxParts))
      return "The server sent a list with an entry that is too large";
  }
  return undefined;
}

const isNamed = (entry: unknown): boolean =>
  isObject(entry) && [entry.name, entry.uri, entry.uriTemplate].some((text) => typeof text === "string");

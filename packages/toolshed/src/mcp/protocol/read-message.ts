import { isObject } from "../../json/json-object.ts";
import {
  countValues,
  dataBounds,
  isWithin,
  JsonError,
  measureJson,
  parseMeasured,
} from "../../json/parse-json.ts";
import { metaKeys } from "./envelope.ts";
import { type Fields, isRpcMessage, type RpcMessage } from "./message.ts";
import { badRequest, errorCodes, type ProtocolError } from "./protocol-error.ts";

/** For what surrounds arguments and answers: no client needs more. */
const maxDepth = 64;
const maxText = 1_000_000;
const maxValues = 2_000;
/** Those members of `params` that are data of a tool or a person. */
const data = new Set(["arguments", "inputResponses", "inputRequests"]);
const maxBatch = 100;
/** A call with this many takes some milliseconds to parse and check. Clients send far fewer. */
const bounds = { ...dataBounds, values: 50_000 };
const firstBytes = 64 * 1024;

/** Parses a JSON-RPC message or a batch of them, within bounds. Throws if it is invalid. */
export function readMessage(body: Buffer): RpcMessage | readonly RpcMessage[] {
  const message = parse(body);
  if (Array.isArray(message)) return checkBatch(message);
  if (isRpcMessage(message)) return message;
  throw invalid("the request body is not a valid JSON-RPC message");
}

/** Revisions since 2026-07-28 have no batches. */
function checkBatch(messages: readonly unknown[]): readonly RpcMessage[] {
  if (messages.length === 0) throw invalid("empty JSON-RPC batch");
  if (messages.length > maxBatch) throw invalid(`a JSON-RPC batch may have at most ${maxBatch} messages`);
  if (!messages.every(isRpcMessage)) throw invalid("JSON-RPC batch contains an invalid message");
  if (messages.some((message) => "method" in message && isClaimed(message.params)))
    throw invalid("JSON-RPC batches may not contain requests for protocol revision 2026-07-28 or later");
  return messages;
}

const isClaimed = (params: Fields = {}): boolean =>
  isObject(params._meta) && params._meta[metaKeys.version] !== undefined;

function parse(body: Buffer): unknown {
  try {
    // Hostile bodies mostly exceed the bounds early. Checking the start first costs less than decoding all of it.
    if (body.length > firstBytes) measureJson(body.toString("latin1", 0, firstBytes), bounds);
    const text = body.toString();
    const depth = measureJson(text, bounds);
    const message = parseMeasured(text);
    // A value takes at least a character: a short and shallow text is within all bounds.
    if (depth <= maxDepth && text.length <= maxValues) return message;
    const all = Array.isArray(message) ? message : [message];
    if (all.every(hasBoundedEnvelope)) return message;
    throw notParsed(
      `all but arguments and results may nest at most ${maxDepth} levels deep and have ${maxValues} values`,
    );
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw notParsed(error.message);
  }
}

function hasBoundedEnvelope(message: unknown): boolean {
  if (typeof message !== "object" || message === null) return true;
  const fields = message as Fields;
  for (const key in fields) {
    const value = fields[key];
    const isFine =
      key === "params"
        ? hasBoundedParams(value, fields.method === "tools/call")
        : isBounded(key === "result" || key === "error" ? (value as Fields | null)?._meta : value);
    if (!isFine) return false;
  }
  return true;
}

function hasBoundedParams(params: unknown, isCall: boolean): boolean {
  if (typeof params !== "object" || params === null) return isBounded(params);
  for (const name in params) {
    if (isCall && data.has(name)) continue;
    if (!isBounded((params as Fields)[name])) return false;
  }
  return true;
}

const isBounded = (value: unknown): boolean =>
  (typeof value !== "object" && typeof value !== "string") ||
  (isWithin(value, maxDepth, maxText) && countValues(value, maxValues + 1) <= maxValues);

const notParsed = (reason: string): ProtocolError =>
  badRequest(errorCodes.parseError, `Parse error: ${reason}`);

const invalid = (reason: string): ProtocolError =>
  badRequest(errorCodes.invalidRequest, `Bad Request: ${reason}`);

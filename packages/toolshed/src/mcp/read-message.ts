import {
  countValues,
  dataBounds,
  isWithin,
  JsonError,
  measureJson,
  parseMeasured,
} from "../json/parse-json.ts";
import type { CallAnswer } from "./plain-calls.ts";

/** A request to an MCP URL. */
export interface McpRequest {
  readonly request: Request;
  /** Its body. Absent where that is not JSON. */
  readonly message?: unknown;
  /** The call that it asks for, where that has been made already. */
  readonly ended?: Promise<CallAnswer> | undefined;
}

/** What was read of the body of a request to an MCP URL. */
export type ReadMessage =
  | { readonly message: unknown; readonly refused?: undefined }
  | { readonly message?: undefined; readonly refused: { readonly status: 400; readonly body: unknown } };

const parseError = -32700;
/** For what surrounds arguments and answers: no client needs more. */
const maxDepth = 64;
const maxText = 1_000_000;
/** The SDK judges each of them, and writes down all that is wrong. */
const maxValues = 2_000;
/** Those members of `params` that are data of a tool or a person. */
const data = new Set(["arguments", "inputResponses", "inputRequests"]);

/** A call with this many takes some milliseconds to parse and check. Clients send far fewer. */
const bounds = { ...dataBounds, values: 50_000 };
const firstBytes = 64 * 1024;

/** Parses a JSON-RPC message, or several of them, within bounds. */
export function readMessage(body: Buffer): ReadMessage {
  try {
    // Hostile bodies mostly go beyond the bounds at once. Looking there first costs less than decoding all of it.
    if (body.length > firstBytes) measureJson(body.toString("latin1", 0, firstBytes), bounds);
    const text = body.toString();
    const depth = measureJson(text, bounds);
    const message = parseMeasured(text);
    // A value takes at least a character: a short and shallow text is within all bounds.
    if (depth <= maxDepth && text.length <= maxValues) return { message };
    const all = Array.isArray(message) ? message : [message];
    if (all.every(hasBoundedEnvelope)) return { message };
    return refuse(
      `all but arguments and results may nest at most ${maxDepth} levels deep and have ${maxValues} values`,
    );
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return refuse(error.message);
  }
}

function hasBoundedEnvelope(message: unknown): boolean {
  if (typeof message !== "object" || message === null) return true;
  const fields = message as Readonly<Record<string, unknown>>;
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
    if (!isBounded((params as Readonly<Record<string, unknown>>)[name])) return false;
  }
  return true;
}

type Fields = { readonly _meta?: unknown };

const isBounded = (value: unknown): boolean =>
  (typeof value !== "object" && typeof value !== "string") ||
  (isWithin(value, maxDepth, maxText) && countValues(value, maxValues + 1) <= maxValues);

const refuse = (reason: string): ReadMessage => ({
  refused: {
    status: 400,
    body: { jsonrpc: "2.0", id: null, error: { code: parseError, message: `Parse error: ${reason}` } },
  },
});

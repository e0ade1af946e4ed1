import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { McpRequest } from "./read-message.ts";

/** A `tools/call` that wants one answer, and nothing on the way to it. */
export interface PlainCall {
  readonly id: string | number;
  readonly params: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined };
  /** Absent for clients before 2026-07-28, which do not tell with each request who they are. */
  readonly envelope?: Record<string, unknown>;
}

type Fields = Record<string, unknown>;

const firstModern = "2026-07-28";
const legacyVersions = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version < firstModern);
const method = "tools/call";
const envelopeKeys = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY];
const reserved = "io.modelcontextprotocol/";
const texts = ["traceparent", "tracestate", "baggage"];
const maxJudged = 1_000;
const maxKeyLength = 2_000;
/** Envelopes that the SDK has found right: a client sends the same one with all its requests. */
const judged = new Set<string>();

/** Finds the request that agents send most. Whatever is unusual about one leaves it to the SDK. */
export function toPlainCall({ request: { headers }, message }: McpRequest): PlainCall | undefined {
  if (!isFields(message) || !hasOnly(message, ["jsonrpc", "id", "method", "params"])) return undefined;
  const { jsonrpc, id, params } = message;
  if (jsonrpc !== "2.0" || message.method !== method || !isId(id)) return undefined;
  if (!isFields(params) || !hasOnly(params, ["_meta", "name", "arguments"])) return undefined;
  const { _meta: meta = {}, name, arguments: args } = params;
  if (typeof name !== "string" || (args !== undefined && !isFields(args))) return undefined;
  if (!isFields(meta) || !isPlainMeta(meta)) return undefined;

  const call = { id, params: { name, arguments: args } };
  if (isOfOlderClient(headers, meta)) return call;
  const envelope = Object.fromEntries(
    envelopeKeys.flatMap((key) => (meta[key] === undefined ? [] : [[key, meta[key]]])),
  );
  return isRight(headers, envelope, name, message) ? { ...call, envelope } : undefined;
}

function isOfOlderClient(headers: Headers, meta: Fields): boolean {
  const version = headers.get("mcp-protocol-version");
  const accept = headers.get("accept") ?? "";
  return (
    (version === null || legacyVersions.includes(version)) &&
    !headers.has("mcp-method") &&
    !envelopeKeys.some((key) => key in meta) &&
    ["application/json", "text/event-stream"].every((type) => accept.includes(type))
  );
}

function isRight(headers: Headers, envelope: Fields, name: string, body: Fields): boolean {
  const version = headers.get("mcp-protocol-version");
  if (version !== firstModern || envelope[PROTOCOL_VERSION_META_KEY] !== version) return false;
  if (headers.get("mcp-method") !== method || headers.get("mcp-name") !== name) return false;
  const key = JSON.stringify(envelope);
  if (judged.has(key)) return true;
  const { kind } = classifyInboundRequest({
    httpMethod: "POST",
    protocolVersionHeader: version,
    mcpMethodHeader: method,
    mcpNameHeader: name,
    body,
  });
  if (kind !== "modern") return false;
  if (key.length > maxKeyLength) return true;
  if (judged.size >= maxJudged) judged.clear();
  judged.add(key);
  return true;
}

/** Progress and log messages come before the answer, which makes it a stream. */
const isPlainMeta = (meta: Fields): boolean =>
  Object.entries(meta).every(([key, value]) => {
    if (key === "progressToken") return false;
    if (texts.includes(key)) return typeof value === "string";
    return !key.startsWith(reserved) || envelopeKeys.includes(key);
  });

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const hasOnly = (fields: Fields, names: readonly string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name));

const isId = (id: unknown): id is string | number => typeof id === "string" || Number.isSafeInteger(id);

import type { IncomingHttpHeaders } from "node:http";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";

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
const messageKeys = new Set(["jsonrpc", "id", "method", "params"]);
const paramKeys = new Set(["_meta", "name", "arguments"]);
const envelopeKeys = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]);
const reserved = "io.modelcontextprotocol/";
const texts = new Set(["traceparent", "tracestate", "baggage"]);

/** Finds the request that agents send most. Whatever is unusual about one leaves it to the SDK. */
export function toPlainCall(headers: IncomingHttpHeaders, message: unknown): PlainCall | undefined {
  if (!isFields(message) || !hasOnly(message, messageKeys)) return undefined;
  const { jsonrpc, id, params } = message;
  if (jsonrpc !== "2.0" || message.method !== method || !isId(id)) return undefined;
  if (!isFields(params) || !hasOnly(params, paramKeys)) return undefined;
  const { _meta: meta = {}, name, arguments: args } = params;
  if (typeof name !== "string" || (args !== undefined && !isFields(args))) return undefined;
  if (!isFields(meta) || !isPlainMeta(meta)) return undefined;

  const call = { id, params: { name, arguments: args } };
  if (isOfOlderClient(headers, meta)) return call;
  const envelope: Fields = {};
  for (const key of envelopeKeys) if (meta[key] !== undefined) envelope[key] = meta[key];
  return isRight(headers, envelope, name, message) ? { ...call, envelope } : undefined;
}

function isOfOlderClient(headers: IncomingHttpHeaders, meta: Fields): boolean {
  const { "mcp-protocol-version": version, accept = "" } = headers;
  return (
    (version === undefined || legacyVersions.includes(String(version))) &&
    headers["mcp-method"] === undefined &&
    Object.keys(meta).every((key) => !envelopeKeys.has(key)) &&
    accept.includes("application/json") &&
    accept.includes("text/event-stream")
  );
}

function isRight(headers: IncomingHttpHeaders, envelope: Fields, name: string, body: Fields): boolean {
  const version = headers["mcp-protocol-version"];
  if (version !== firstModern || envelope[PROTOCOL_VERSION_META_KEY] !== version) return false;
  if (headers["mcp-method"] !== method || headers["mcp-name"] !== name) return false;
  if (isUsual(envelope)) return true;
  const { kind } = classifyInboundRequest({
    httpMethod: "POST",
    protocolVersionHeader: version,
    mcpMethodHeader: method,
    mcpNameHeader: name,
    body,
  });
  return kind === "modern";
}

/** What nearly every client sends, known without the SDK: a name and a version, and capabilities without settings. */
function isUsual({
  [CLIENT_INFO_META_KEY]: info,
  [CLIENT_CAPABILITIES_META_KEY]: capabilities,
}: Fields): boolean {
  if (!isFields(info) || !isFields(capabilities)) return false;
  for (const key in info) if (!infoKeys.has(key) || typeof info[key] !== "string") return false;
  for (const key in capabilities) if (!isEmpty(capabilities[key])) return false;
  return info.name !== undefined && info.version !== undefined;
}

const infoKeys = new Set(["name", "version", "title"]);

function isEmpty(value: unknown): boolean {
  if (!isFields(value)) return false;
  for (const _ in value) return false;
  return true;
}

/** Progress and log messages come before the answer, which makes it a stream. */
const isPlainMeta = (meta: Fields): boolean =>
  Object.keys(meta).every((key) => {
    if (key === "progressToken") return false;
    if (texts.has(key)) return typeof meta[key] === "string";
    return !key.startsWith(reserved) || envelopeKeys.has(key);
  });

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const hasOnly = (fields: Fields, names: ReadonlySet<string>): boolean =>
  Object.keys(fields).every((name) => names.has(name));

const isId = (id: unknown): id is string | number => typeof id === "string" || Number.isSafeInteger(id);

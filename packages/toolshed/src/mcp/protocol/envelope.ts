import type { IncomingHttpHeaders } from "node:http";
import type { ClientCapabilities } from "@modelcontextprotocol/server";
import { isObject } from "../../json/json-object.ts";
import { type Fields, isRequest, type RpcNotification, type RpcRequest } from "./message.ts";
import { capabilities, implementation, initializing, isLevel, methods } from "./methods.ts";
import { decodeHeader } from "./parameter-headers.ts";
import { badRequest, errorCodes, type ProtocolError } from "./protocol-error.ts";
import { findMismatch, type Shape } from "./shape.ts";
import { isModern, isServed, modernVersions } from "./versions.ts";

/** The client that sends a request, as far as it identifies itself. */
export interface Client {
  readonly name: string;
  readonly capabilities?: ClientCapabilities | undefined;
  /** From which level on it wants log messages. */
  readonly level?: string | undefined;
}

const prefix = "io.modelcontextprotocol/";
export const metaKeys = {
  version: `${prefix}protocolVersion`,
  clientInfo: `${prefix}clientInfo`,
  capabilities: `${prefix}clientCapabilities`,
  level: `${prefix}logLevel`,
  serverInfo: `${prefix}serverInfo`,
  subscriptionId: `${prefix}subscriptionId`,
} as const;

/** What a client that shows Views declares in `capabilities.extensions`. */
export const uiExtension = `${prefix}ui`;

const maxNameLength = 100;

/** The `_meta` of each request since 2026-07-28. */
const envelope = Object.entries<{ isRequired?: true; shape: Shape }>({
  [metaKeys.version]: { isRequired: true, shape: "string" },
  [metaKeys.capabilities]: { isRequired: true, shape: capabilities },
  [metaKeys.clientInfo]: { shape: implementation },
  [metaKeys.level]: { shape: isLevel },
  progressToken: { shape: (token) => typeof token === "string" || Number.isSafeInteger(token) },
});

interface Asked {
  readonly message: RpcRequest | RpcNotification;
  readonly meta: Fields;
  /** The revision that the message itself names. */
  readonly claimed: unknown;
  /** Absent on stdio. */
  readonly headers: IncomingHttpHeaders | undefined;
}

/** Returns the error to refuse a message with. */
type Rule = (asked: Asked) => ProtocolError | undefined;

const rules: readonly Rule[] = [
  ({ headers, message, claimed }) => {
    const version = headers?.["mcp-protocol-version"];
    if (claimed === undefined || version === undefined || version === claimed) return undefined;
    return mismatch(
      version,
      `the body names the revision ${toText(claimed)} in ${message.method}, the header ${version}`,
    );
  },
  ({ headers, message: { method } }) => {
    const named = headers?.["mcp-method"];
    if (named === undefined || named === method) return undefined;
    return mismatch(named, `the body names the method ${method}, the header Mcp-Method ${named}`);
  },
];

/** The first rule that a request breaks decides the error. */
const requestRules: readonly Rule[] = [
  ({ claimed, meta, message, headers }) => {
    if (claimed !== undefined) return undefined;
    const missing = message.params?._meta === undefined ? ["_meta"] : missingIn(meta);
    return badRequest(
      errorCodes.invalidParams,
      `Invalid params: the header MCP-Protocol-Version names ${headers?.["mcp-protocol-version"]}, but the request lacks ${missing.join(", ")}`,
      { envelope: { missing } },
    );
  },
  ({ meta }) => {
    const issue = findIssue(meta);
    if (!issue) return undefined;
    return badRequest(
      errorCodes.invalidParams,
      `Invalid _meta envelope for protocol revision ${modernVersions[0]}: ${issue.key}: ${issue.problem}`,
      { envelope: issue },
    );
  },
  ...rules,
  ({ claimed }) => (isServed(claimed as string) ? undefined : unsupported(claimed)),
  ({ headers }) => missingHeader(headers, "MCP-Protocol-Version"),
  ({ headers }) => missingHeader(headers, "Mcp-Method"),
  ({ headers, message }) => {
    const param = methods.get(message.method)?.repeats;
    const value = param && message.params?.[param];
    if (!headers || typeof value !== "string") return undefined;
    const given = headers["mcp-name"];
    if (given === value) return undefined;
    if (given === undefined) return missingHeader(headers, "Mcp-Name");
    const decoded = decodeHeader(String(given));
    if (decoded === undefined) return mismatch(given, "the header Mcp-Name is not valid Base64");
    if (decoded === value) return undefined;
    return mismatch(given, `the body names ${value} in params.${param}, the header Mcp-Name ${decoded}`);
  },
];

/**
 * Returns the client of a message since 2026-07-28, and nothing for a message of an older revision, which does not name
 * its client. Throws if the message is neither.
 */
export function readEnvelope(
  message: RpcRequest | RpcNotification,
  headers?: IncomingHttpHeaders,
): Client | undefined {
  const { _meta } = message.params ?? {};
  const meta = isObject(_meta) ? _meta : {};
  const claimed = meta[metaKeys.version];
  const named = headers?.["mcp-protocol-version"];
  const isNamed = typeof named === "string" && isModern(named);
  if (message.method === "initialize" && !isRightClaim(meta)) {
    if (isNamed) throw mismatch(named, "initialize is of older revisions than the one in the header");
    return undefined;
  }
  if (claimed === undefined && !isNamed) return undefined;
  const asked = { message, meta, claimed, headers };
  for (const rule of isRequest(message) ? requestRules : rules) {
    const error = rule(asked);
    if (error) throw error;
  }
  return toClient(meta, headers?.["user-agent"]);
}

/** The client that sends `initialize`, or nothing if the params are invalid: the handler reports that. */
export function readInitialize(params: Fields): Client | undefined {
  if (findMismatch(initializing, params) !== undefined) return undefined;
  const { clientInfo, capabilities } = params as {
    clientInfo: { name: string };
    capabilities: ClientCapabilities;
  };
  return { name: clientInfo.name.slice(0, maxNameLength), capabilities };
}

/** A client that does not identify itself. */
export const unknownClient = (userAgent = ""): Client => ({ name: userAgent.slice(0, maxNameLength) });

function toClient(meta: Fields, userAgent = ""): Client {
  const info = meta[metaKeys.clientInfo] as { name: string } | undefined;
  return {
    name: (info?.name ?? userAgent).slice(0, maxNameLength),
    capabilities: meta[metaKeys.capabilities] as ClientCapabilities,
    level: meta[metaKeys.level] as string | undefined,
  };
}

const isRightClaim = (meta: Fields): boolean =>
  typeof meta[metaKeys.version] === "string" &&
  isModern(meta[metaKeys.version] as string) &&
  !findIssue(meta);

function findIssue(meta: Fields): { key: string; problem: string } | undefined {
  for (const [key, { isRequired, shape }] of envelope) {
    const value = meta[key];
    if (value === undefined && !isRequired) continue;
    if (value === undefined) return { key, problem: "missing" };
    const wrong = findMismatch(shape, value);
    if (wrong !== undefined) return { key: key + wrong, problem: "has the wrong type" };
  }
  return undefined;
}

const missingIn = (meta: Fields): string[] =>
  envelope.flatMap(([key, { isRequired }]) => (isRequired && meta[key] === undefined ? key : []));

const unsupported = (requested: unknown): ProtocolError =>
  badRequest(errorCodes.unsupportedVersion, `Unsupported protocol version: ${toText(requested)}`, {
    supported: [...modernVersions],
    requested,
  });

/** Objects can have a `toString` that cannot be called. */
const toText = (claimed: unknown): string =>
  typeof claimed === "string" ? claimed : JSON.stringify(claimed);

const mismatch = (header: unknown, body: string): ProtocolError =>
  badRequest(errorCodes.headerMismatch, `Bad Request: the request headers and body disagree: ${body}`, {
    mismatch: { header, body },
  });

const missingHeader = (headers: IncomingHttpHeaders | undefined, name: string): ProtocolError | undefined =>
  !headers || headers[name.toLowerCase()] !== undefined
    ? undefined
    : mismatch("(missing)", `the header ${name} is required`);

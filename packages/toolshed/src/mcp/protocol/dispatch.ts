import type { Implementation } from "@modelcontextprotocol/server";
import { isObject } from "../../json/json-object.ts";
import type { Handler, McpEndpoint, McpRequest } from "./endpoint.ts";
import { metaKeys } from "./envelope.ts";
import type { Fields } from "./message.ts";
import { type MethodRow, methods } from "./methods.ts";
import { invalidParams, methodNotFound, type ProtocolError, toProtocolError } from "./protocol-error.ts";
import { findMismatch } from "./shape.ts";
import { modernVersions, negotiate } from "./versions.ts";

/** Methods that every endpoint has. */
export type CommonHandlers = Readonly<
  Record<string, (endpoint: McpEndpoint, request: McpRequest) => Promise<object>>
>;

export const handshakes: CommonHandlers = {
  ping: async () => ({}),

  async initialize(endpoint, { params, caller, connection }) {
    const described = connection?.description ?? (await endpoint.describe("legacy", caller));
    return {
      protocolVersion: negotiate(params.protocolVersion),
      serverInfo: endpoint.info(caller),
      ...described,
    };
  },

  async "server/discover"(endpoint, { caller }) {
    return { supportedVersions: modernVersions, ...(await endpoint.describe("modern", caller)) };
  },
};

export type RpcOutcome = { readonly result: object } | { readonly error: ProtocolError };

/** Serves a request and never rejects. `report` logs an error of our own and returns what a client may know of it. */
export async function serve(
  endpoint: McpEndpoint,
  request: McpRequest,
  common: CommonHandlers,
  report: (thrown: unknown) => string,
): Promise<RpcOutcome> {
  try {
    return { result: await dispatch(endpoint, request, common) };
  } catch (thrown) {
    return { error: toProtocolError(thrown, report) };
  }
}

/** Finds the handler of a request, checks the params and returns the result in the form of its revision. */
async function dispatch(endpoint: McpEndpoint, request: McpRequest, common: CommonHandlers): Promise<object> {
  const { method, params, era, caller } = request;
  const row = methods.get(method);
  if (!row?.eras.includes(era)) throw methodNotFound();
  const handler: Handler | undefined = common[method]?.bind(undefined, endpoint) ?? endpoint.handlers[method];
  if (!handler) throw methodNotFound();
  // Every endpoint has tools. What else it offers, the server behind it has to say.
  if (row.capability !== undefined && row.capability !== "tools") {
    const { capabilities } = request.connection?.description ?? (await endpoint.describe(era, caller));
    if (capabilities[row.capability] === undefined) throw methodNotFound();
  }
  const mismatch = findMismatch(row.params, params);
  if (mismatch !== undefined)
    throw invalidParams(`Invalid params for ${method}: params${mismatch} is missing or has the wrong type`);
  const result = await handler(request);
  return era === "legacy"
    ? result
    : toModern(result as Fields, row, endpoint.info(caller), cacheOf(endpoint, method));
}

const uncached = { ttlMs: 0, cacheScope: "private" } as const;

const cacheOf = ({ toolsCache = uncached }: McpEndpoint, method: string) =>
  method === "tools/list" ? toolsCache : uncached;

function toModern(result: Fields, row: MethodRow, info: Implementation, cache: object): object {
  const { resultType = "complete", _meta } = result;
  return {
    ...(row.isCacheable && resultType === "complete" && cache),
    ...result,
    resultType,
    _meta: { [metaKeys.serverInfo]: info, ...(isObject(_meta) && _meta) },
  };
}

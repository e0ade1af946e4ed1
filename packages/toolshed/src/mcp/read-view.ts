import { ProtocolError, ProtocolErrorCode, type ReadResourceResult } from "@modelcontextprotocol/server";
import type { Forward } from "../call/create-forward.ts";
import { UpstreamError } from "../source/upstream-error.ts";
import type { Visit } from "./listed-tool.ts";

/** Reads the View of a tool, `ui://<source>/…`. Other resources of a source are open only where it is exposed as it is. */
export type ReadView = (uri: string, visit: Visit) => Promise<ReadResourceResult>;

export function createReadView(forward: Forward): ReadView {
  return async (uri, visit) => {
    const [, source] = /^ui:\/\/([a-z][a-z0-9_]*)\//.exec(uri) ?? [];
    const notFound = new ProtocolError(ProtocolErrorCode.InvalidParams, "Resource not found", { uri });
    if (source === undefined) throw notFound;
    const request = { ...visit, source, method: "resources/read", params: { uri } };
    return forward.request(request).catch((error) => {
      throw error instanceof UpstreamError
        ? new ProtocolError(error.code, error.message, error.data)
        : notFound;
    }) as Promise<ReadResourceResult>;
  };
}

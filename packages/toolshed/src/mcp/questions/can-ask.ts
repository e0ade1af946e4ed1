import type { ClientCapabilities } from "@modelcontextprotocol/server";
import { isObject } from "../../json/json-object.ts";
import type { McpRequest } from "../protocol/endpoint.ts";
import { type Client, uiExtension } from "../protocol/envelope.ts";
import type { Fields } from "../protocol/message.ts";

export type Asked = Pick<McpRequest, "era" | "client" | "connection">;

/** Whether the client supports this question and can be reached. */
export function canAsk(asked: Asked, method: string, params: Readonly<Fields> = {}): boolean {
  const { elicitation, sampling, roots } = askable(asked);
  if (method === "roots/list") return roots !== undefined;
  if (method === "sampling/createMessage") return sampling !== undefined;
  if (method !== "elicitation/create" || elicitation === undefined) return false;
  if (params.mode === "url") return elicitation.url !== undefined;
  // Clients before 2025-11-25 had nothing but forms to name.
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** Whether the client can be asked anything at all. */
export function canBeAsked(asked: Asked): boolean {
  const { elicitation, sampling, roots } = askable(asked);
  return elicitation !== undefined || sampling !== undefined || roots !== undefined;
}

/** Clients of older revisions are asked by a request of ours, which needs a connection. */
const askable = ({ era, client, connection }: Asked): ClientCapabilities =>
  (era === "modern" || connection ? client.capabilities : undefined) ?? {};

/** Whether the client shows Views (MCP Apps). */
export function showsViews({ capabilities = {} }: Client): boolean {
  const { extensions } = capabilities as { extensions?: unknown };
  return isObject(extensions) && isObject(extensions[uiExtension]);
}

import { isObject } from "../../../json/json-object.ts";
import type { ContentBlock } from "../../source.ts";

type Item = Record<string, unknown>;

/** Lists in results whose items have an address or `_meta` of their own. */
const lists = ["content", "contents", "resources", "resourceTemplates", "prompts", "messages"] as const;

/** A result as a server gives it, with its addresses and `_meta` made ours. Everything else passes through whole. */
export function passResult(sourceId: string, result: Readonly<Item>): Item {
  const { resultType: _, ...passed } = passItem(sourceId, result);
  for (const list of lists) {
    const items = passed[list];
    if (Array.isArray(items)) passed[list] = items.map((item: Item) => passItem(sourceId, item));
  }
  return passed;
}

export const passContent = (sourceId: string, content: readonly unknown[]): ContentBlock[] =>
  content.map((block) => passItem(sourceId, block as Item) as unknown as ContentBlock);

function passItem(sourceId: string, { _meta, ...item }: Readonly<Item>): Item {
  const meta = passMeta(sourceId, _meta);
  const passed: Item = { ...item, ...(meta && { _meta: meta }) };
  for (const key of ["uri", "uriTemplate"]) {
    const uri = passed[key];
    if (typeof uri === "string") passed[key] = toGatewayUri(sourceId, uri);
  }
  for (const key of ["resource", "content"]) {
    const inner = passed[key];
    if (isObject(inner)) passed[key] = passItem(sourceId, inner);
  }
  return passed;
}

const reserved = /^(?:[\w-]+\.)*(?:modelcontextprotocol|mcp)(?:\.[\w-]+)*\//;
const uriKey = "ui/resourceUri";

/**
 * A server's `_meta` as it may pass on: addresses of Views are made ours, keys that speak for the protocol itself are
 * dropped, and so is the View's `domain`, which follows from the address of the server and not from ours.
 */
export function passMeta(sourceId: string, meta: unknown): Record<string, unknown> | undefined {
  if (!isObject(meta)) return undefined;
  const passed = Object.entries(meta).filter(([key]) => !reserved.test(key));
  if (passed.length === 0) return undefined;
  return Object.fromEntries(
    passed.map(([key, value]) => {
      if (key === uriKey && typeof value === "string") return [key, toGatewayUri(sourceId, value)];
      if (key === "ui" && isObject(value)) return [key, passUi(sourceId, value)];
      return [key, value];
    }),
  );
}

function passUi(sourceId: string, { domain: _, ...ui }: Record<string, unknown>): Record<string, unknown> {
  const { resourceUri } = ui;
  return typeof resourceUri === "string" ? { ...ui, resourceUri: toGatewayUri(sourceId, resourceUri) } : ui;
}

const scheme = "ui://";

/** `ui://clock/face` of the source `time` is `ui://time/clock/face` here, so that no two sources share an address. */
export function toGatewayUri(sourceId: string, uri: string): string {
  return uri.startsWith(scheme) ? `${scheme}${sourceId}/${uri.slice(scheme.length)}` : uri;
}

/** The way back. An address without the source's prefix is the server's own already. */
export function toUpstreamUri(sourceId: string, uri: string): string {
  const prefix = `${scheme}${sourceId}/`;
  return uri.startsWith(prefix) ? scheme + uri.slice(prefix.length) : uri;
}

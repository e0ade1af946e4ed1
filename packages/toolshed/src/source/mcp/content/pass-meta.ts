import { isObject } from "@toolshed/apps/rpc";
import { toGatewayUri } from "./ui-uri.ts";

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

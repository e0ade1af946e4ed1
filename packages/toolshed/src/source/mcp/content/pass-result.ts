import { isObject } from "@toolshed/apps/rpc";
import type { ContentBlock } from "../../whole-result.ts";
import { passMeta } from "./pass-meta.ts";
import { toGatewayUri } from "./ui-uri.ts";

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

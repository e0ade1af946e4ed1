import type { McpClient } from "../bridge/mcp-client.ts";
import { uncheckedSchema } from "../bridge/unchecked-schema.ts";
import { RESOURCE_MIME_TYPE } from "../protocol/constants.ts";
import type { Json, ListResourcesResult, ReadResourceResult } from "../protocol/mcp-types.ts";
import { listResources, readResource } from "../protocol/methods.ts";
import { readResult } from "../protocol/read-message.ts";
import type { McpUiResourceMeta } from "../protocol/ui-types.ts";
import { isObject } from "../rpc/message.ts";

export interface ViewResource {
  html: string;
  meta: McpUiResourceMeta;
}

const MOST_PAGES = 20;

/** Reads a View from its server. What its content says of itself goes before what the list of resources says. */
export async function readViewResource(client: McpClient, uri: string): Promise<ViewResource> {
  if (!uri.startsWith("ui://")) throw new Error(`Not the URI of a View: ${uri}`);
  const [result, listed] = await Promise.all([
    client.request({ method: readResource.method, params: { uri } }, uncheckedSchema),
    findListedMeta(client, uri),
  ]);
  return toViewResource(readResult(readResource, result), listed, uri);
}

/** The View in the answer to `resources/read`. */
export function toViewResource(
  { contents }: ReadResourceResult,
  listed: McpUiResourceMeta = {},
  uri?: string,
): ViewResource {
  const content = contents.find((item) => item.uri === uri) ?? contents[0];
  if (!content) throw new Error("The resource has no content");
  const { mimeType } = content;
  if (mimeType?.replaceAll(" ", "").toLowerCase() !== RESOURCE_MIME_TYPE) {
    throw new Error(`The resource is ${mimeType ?? "of no type"}; a View is ${RESOURCE_MIME_TYPE}`);
  }
  return { html: toHtml(content), meta: { ...listed, ...uiMetaOf(content) } };
}

function toHtml({ text, blob }: { text?: unknown; blob?: unknown }): string {
  if (typeof text === "string") return text;
  if (typeof blob !== "string") throw new Error("The resource has neither text nor blob");
  return new TextDecoder().decode(Uint8Array.from(atob(blob), (byte) => byte.charCodeAt(0)));
}

/** A View need not be listed, and a server need not list anything. */
async function findListedMeta(client: McpClient, uri: string): Promise<McpUiResourceMeta> {
  try {
    let params = {};
    for (let page = 0; page < MOST_PAGES; page++) {
      const result = await client.request({ method: listResources.method, params }, uncheckedSchema);
      const { resources, nextCursor }: ListResourcesResult = readResult(listResources, result);
      const found = resources.find((resource) => resource.uri === uri);
      if (found) return uiMetaOf(found);
      if (nextCursor === undefined) break;
      params = { cursor: nextCursor };
    }
  } catch {
    // The content has the last word anyway.
  }
  return {};
}

function uiMetaOf(item: Json): McpUiResourceMeta {
  const ui: unknown = item._meta?.ui;
  return isObject(ui) ? ui : {};
}

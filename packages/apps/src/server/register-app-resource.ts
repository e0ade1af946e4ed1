import { RESOURCE_MIME_TYPE } from "../protocol/constants.ts";
import type { ReadResourceResult, Resource } from "../protocol/mcp-types.ts";
import type { McpUiResourceMeta } from "../protocol/ui-types.ts";
import type { RegisteredResourceOf, ResourceExtraOf, ResourceServer } from "./mcp-server.ts";

/** What a server lists about a resource, beside its name and URI. */
export type ResourceMetadata = Omit<Resource, "uri" | "name">;

type UiMeta = { [key: string]: unknown; ui?: McpUiResourceMeta | undefined };

/** What a server lists about a View, beside its name and URI. `mimeType` defaults to `RESOURCE_MIME_TYPE`. */
export type McpUiAppResourceConfig = Omit<ResourceMetadata, "_meta"> & {
  /**
   * Extra metadata. `_meta.ui` says what the View needs, such as `{ csp: { connectDomains:
   * ["https://api.example.com"] } }`.
   */
  _meta?: UiMeta | undefined;
};
/** The HTML of a View: `{ contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text: html }] }`. */
export type McpUiReadResourceResult = ReadResourceResult & {
  /** Extra metadata of the result. */
  _meta?: UiMeta | undefined;
};
/** Returns the HTML of a View when a host reads it. */
export type McpUiReadResourceCallback<Extra = unknown> = (
  uri: URL,
  extra: Extra,
) => McpUiReadResourceResult | Promise<McpUiReadResourceResult>;

/**
 * Registers the HTML of a View as a resource, with the media type that hosts recognize.
 * @example registerAppResource(server, "chart", "ui://chart/view.html", {}, async (uri) => ({ contents: [{
 * uri: uri.href, mimeType: RESOURCE_MIME_TYPE, text: html }] }))
 */
export function registerAppResource<Server extends ResourceServer>(
  server: Server,
  name: string,
  uri: string,
  config: McpUiAppResourceConfig,
  callback: McpUiReadResourceCallback<ResourceExtraOf<Server>>,
): RegisteredResourceOf<Server> {
  return server.registerResource(name, uri, { mimeType: RESOURCE_MIME_TYPE, ...config }, callback);
}

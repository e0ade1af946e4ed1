import { RESOURCE_MIME_TYPE } from "../protocol/constants.ts";
import type { ReadResourceResult, Resource } from "../protocol/mcp-types.ts";
import type { McpUiResourceMeta } from "../protocol/ui-types.ts";
import type { RegisteredResourceOf, ResourceExtraOf, ResourceServer } from "./mcp-server.ts";

export type ResourceMetadata = Omit<Resource, "uri" | "name">;

type UiMeta = { [key: string]: unknown; ui?: McpUiResourceMeta | undefined };

export type McpUiAppResourceConfig = Omit<ResourceMetadata, "_meta"> & { _meta?: UiMeta | undefined };
export type McpUiReadResourceResult = ReadResourceResult & { _meta?: UiMeta | undefined };
export type McpUiReadResourceCallback<Extra = unknown> = (
  uri: URL,
  extra: Extra,
) => McpUiReadResourceResult | Promise<McpUiReadResourceResult>;

/** Registers the HTML of a View, as a resource of the type that hosts know Views by. */
export function registerAppResource<Server extends ResourceServer>(
  server: Server,
  name: string,
  uri: string,
  config: McpUiAppResourceConfig,
  callback: McpUiReadResourceCallback<ResourceExtraOf<Server>>,
): RegisteredResourceOf<Server> {
  return server.registerResource(name, uri, { mimeType: RESOURCE_MIME_TYPE, ...config }, callback);
}

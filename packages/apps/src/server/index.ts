export { EXTENSION_ID, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from "../protocol/constants.ts";
export type { ResourceServer, ToolServer } from "./mcp-server.ts";
export type {
  McpUiAppResourceConfig,
  McpUiReadResourceCallback,
  McpUiReadResourceCallback as ReadResourceCallback,
  McpUiReadResourceResult,
  ResourceMetadata,
} from "./register-app-resource.ts";
export { registerAppResource } from "./register-app-resource.ts";
export type {
  LegacyToolCallback,
  McpUiAppToolConfig,
  ToolCallback,
  ToolConfig,
  ZodRawShape,
} from "./register-app-tool.ts";
export { registerAppTool } from "./register-app-tool.ts";
export { getUiCapability } from "./ui-capability.ts";

export { EXTENSION_ID, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from "../protocol/constants.ts";
export type { ResourceServer, ToolServer } from "./mcp-server.ts";
export {
  type McpUiAppResourceConfig,
  type McpUiReadResourceCallback,
  type McpUiReadResourceCallback as ReadResourceCallback,
  type McpUiReadResourceResult,
  type ResourceMetadata,
  registerAppResource,
} from "./register-app-resource.ts";
export {
  type LegacyToolCallback,
  type McpUiAppToolConfig,
  registerAppTool,
  type ToolCallback,
  type ToolConfig,
  type ZodRawShape,
} from "./register-app-tool.ts";
export { getUiCapability } from "./ui-capability.ts";

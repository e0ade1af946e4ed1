export { SUPPORTED_PROTOCOL_VERSIONS } from "../protocol/constants.ts";
export * from "../protocol/index.ts";
export { buildAllowAttribute } from "./allow-attribute.ts";
export { AppBridge, type AppBridgeEventMap, type HostOptions } from "./app-bridge.ts";
export type { McpClient } from "./mcp-client.ts";
export {
  getModelTools,
  getToolUiResourceUri,
  isToolVisibilityAppOnly,
  isToolVisibilityModelOnly,
} from "./tool-ui.ts";

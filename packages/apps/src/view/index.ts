export { EventDispatcher } from "../protocol/event-dispatcher.ts";
export * from "../protocol/index.ts";
export { App, type AppEventMap, type AppOptions } from "./app.ts";
export type { AppToolCallback, AppToolConfig, AppToolResult, RegisteredAppTool } from "./app-tool.ts";
export {
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
} from "./host-styles.ts";

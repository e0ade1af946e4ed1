export { PostMessageTransport } from "../rpc/window-transport.ts";
export { App, type AppEventMap, type AppOptions } from "./app.ts";
export {
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
} from "./host-styles.ts";

export { type AskGateway, askGateway, viewServer } from "./ask-gateway.ts";
export { APP_TOOL_LIMITS } from "./limits.ts";
export {
  type LiveStatus,
  type LiveTools,
  type OfferToolsOptions,
  offerTools,
  type ToolBridge,
} from "./live-tools.ts";
export { serveState } from "./serve-state.ts";

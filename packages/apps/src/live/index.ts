export { APP_TOOL_LIMITS } from "./limits.ts";
export {
  type AskGateway,
  type LiveStatus,
  type LiveTools,
  type OfferToolsOptions,
  offerTools,
  type ToolBridge,
} from "./live-tools.ts";
export { serveState } from "./serve-state.ts";

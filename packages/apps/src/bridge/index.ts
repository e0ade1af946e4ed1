export { PostMessageTransport } from "../rpc/window-transport.ts";
export { AppBridge, type AppBridgeEventMap, type HostOptions } from "./app-bridge.ts";

export { App, PostMessageTransport } from "@toolshed/apps";
export { AppBridge } from "@toolshed/apps/app-bridge";

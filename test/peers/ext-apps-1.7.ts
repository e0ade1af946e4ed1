export { App, PostMessageTransport } from "ext-apps-1.7";
export { AppBridge } from "ext-apps-1.7/app-bridge";

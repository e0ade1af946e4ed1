export { App, PostMessageTransport } from "ext-apps-2.0";
export { AppBridge } from "ext-apps-2.0/app-bridge";

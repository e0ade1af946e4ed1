export { App, PostMessageTransport } from "ext-apps-0.4";
export { AppBridge } from "ext-apps-0.4/app-bridge";

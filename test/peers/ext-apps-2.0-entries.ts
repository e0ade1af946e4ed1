export * as official from "ext-apps-2.0";
export * as officialBridge from "ext-apps-2.0/app-bridge";
export * as officialServer from "ext-apps-2.0/server";

// biome-ignore-all lint/suspicious/noExplicitAny: the documentation writes it.
// The documented types, as they are written there: values of them are taken, and values like them are given.
import { App, type McpUiAppCapabilities } from "@toolshed/apps";
import { AppBridge } from "@toolshed/apps/app-bridge";
import { registerAppResource } from "@toolshed/apps/server";
import type { McpServer, Tool } from "../../peers/sdk-v1.ts";

type DocumentedHostContext = {
  theme?: "light" | "dark";
  locale?: string;
  toolInfo?: {
    tool: Tool;
    arguments?: Record<string, any>;
  };
  styles?: {
    variables?: Record<string, string>;
    css?: {
      fonts?: string;
    };
  };
  safeAreaInsets?: {
    top?: number;
    right?: number;
    bottom?: number;
    left?: number;
  };
  availableDisplayModes?: ("inline" | "fullscreen" | "pip")[];
};

declare const context: DocumentedHostContext;
declare const server: McpServer;
declare const bridge: AppBridge;

export const capabilities: McpUiAppCapabilities = { tools: {} };
const app = new App({ name: "view", version: "1.0.0" }, capabilities);

const content = [
  { type: "text" as const, text: "x" },
  { type: "image" as const, data: "AA==", mimeType: "image/png" },
  { type: "resource" as const, resource: { uri: "file:///a", text: "a" } },
  { type: "resource" as const, resource: { uri: "file:///b", blob: "AA==" } },
];
const csp = { connectDomains: ["https://api.example.com"], resourceDomains: ["https://cdn.example.com"] };
const contents = [
  { uri: "ui://a", mimeType: "text/html;profile=mcp-app", text: "<p>", _meta: { ui: { csp } } },
  { uri: "ui://b", mimeType: "text/html;profile=mcp-app", blob: "AA==" },
];

export async function give() {
  bridge.setHostContext(context);
  await bridge.sendHostContextChange(context);
  await bridge.sendToolResult({ content, structuredContent: { any: "thing" }, isError: false });
  bridge.oncalltool = async () => ({ content, isError: true });
  bridge.onreadresource = async () => ({ contents });
  app.oncalltool = async () => ({ content });
  registerAppResource(server, "view", "ui://view.html", {}, async () => ({ contents }));
  return new AppBridge(null, { name: "host", version: "1.0.0" }, {}, { hostContext: context });
}

export function take() {
  const theme: DocumentedHostContext["theme"] = app.getHostContext()?.theme ?? "light";
  const insets: DocumentedHostContext["safeAreaInsets"] = app.getHostContext()?.safeAreaInsets ?? {};
  const variables = app.getHostContext()?.styles?.variables?.["--any-name"];
  const given = app.getHostContext()?.toolInfo?.arguments?.anything;
  return [theme, insets, variables, given];
}

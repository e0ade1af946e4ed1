// biome-ignore-all lint/suspicious/noExplicitAny: the documentation writes it.
// Forms of the official documentation that the typical programs don't have: looser types, and those of SDK 1.x.
import { App, type McpUiAppCapabilities, type McpUiHostContext } from "@toolshed/apps";
import { AppBridge } from "@toolshed/apps/app-bridge";
import { RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY, registerAppResource } from "@toolshed/apps/server";
import {
  type CallToolResult,
  CallToolResultSchema,
  type Client,
  ListResourcesResultSchema,
  type McpServer,
  type Tool,
} from "../peers/sdk-v1.ts";

type DocumentedHostContext = {
  theme?: "light" | "dark";
  locale?: string;
  toolInfo?: { tool: Tool; arguments?: Record<string, any> };
  styles?: { variables?: Record<string, string>; css?: { fonts?: string } };
  safeAreaInsets?: { top?: number; right?: number; bottom?: number; left?: number };
  availableDisplayModes?: ("inline" | "fullscreen" | "pip")[];
};

declare const capabilities: McpUiAppCapabilities | undefined;
declare const options: { autoResize?: boolean } | undefined;
declare const client: Client;
declare const server: McpServer;
declare const context: DocumentedHostContext;
declare function onCall(params: {
  name: string;
  arguments?: Record<string, unknown>;
}): Promise<{ content: [] }>;

const info = { name: "x", version: "1.0.0" };
export const withInfo = new App(info);
const app = new App(info, capabilities ?? {}, options ?? {});
const bridge = new AppBridge(client, info);

app.ontoolinput = (params: { arguments: Record<string, any> }) => console.warn(params.arguments);
app.ontoolinputpartial = (params: { arguments: Record<string, any> }) => console.warn(params.arguments);
app.ontoolresult = (result: CallToolResult) => {
  const text = result.content?.find((block) => block.type === "text")?.text;
  console.warn(text, result.structuredContent);
};
app.ontoolcancelled = (params: { reason?: string }) => console.warn(params.reason);
app.onhostcontextchanged = (params: Partial<McpUiHostContext>) => console.warn(params.theme);
app.onerror = (error: Error) => console.error(error);
app.oncalltool = onCall;
app.oncalltool = async (params: { name: string; arguments?: any }) => {
  if (params.name === "fail") return { isError: true, content: [{ type: "text", text: "Not found" }] };
  return { content: [{ type: "text", text: `Hello, ${params.arguments?.name}!` }] };
};
app.onlisttools = async () => ({ tools: ["greet", "convert"] });
app.onlisttools = async (params, extra) => {
  // The type of `type` widens to string here.
  const tools = [{ name: `${params?.cursor}`, inputSchema: { type: "object" } }];
  if (!extra.signal.aborted) tools.push({ name: "second", inputSchema: { type: "object" } });
  return { tools };
};

export async function asView(structured: any) {
  await app.connect();
  const called = await app.callServerTool({ name: "greet" });
  const first: { type: string } | undefined = called.content[0];
  await app.sendMessage({ role: "assistant", content: [{ type: "text", text: "Done" }] });
  await app.updateModelContext({ structuredContent: structured });
  const variables = app.getHostContext()?.styles?.variables?.["--any-name"];
  const given = app.getHostContext()?.toolInfo?.arguments?.anything;
  const insets: DocumentedHostContext["safeAreaInsets"] = app.getHostContext()?.safeAreaInsets ?? {};
  return [first, variables, given, insets];
}

bridge.oncalltool = async ({ name, arguments: args }, extra) =>
  client.request({ method: "tools/call", params: { name, arguments: args } }, CallToolResultSchema, {
    signal: extra.signal,
  });
bridge.onlistresources = async (params) =>
  client.request({ method: "resources/list", params }, ListResourcesResultSchema);

export async function asHost(html: string, csp: { connectDomains?: string[] }) {
  await bridge.sendSandboxResourceReady({ html, csp });
  bridge.setHostContext(context);
  await bridge.sendHostContextChange(context);
  const content = [
    { type: "image" as const, data: "AA==", mimeType: "image/png" },
    { type: "resource" as const, resource: { uri: "file:///b", blob: "AA==" } },
  ];
  await bridge.sendToolResult({ content, structuredContent: { any: "thing" }, isError: false });
  await bridge.sendResourceListChanged();
  await bridge.sendPromptListChanged();
  return [bridge.getCapabilities(), new AppBridge(null, info, {}, { hostContext: context })];
}

const contents = [
  {
    uri: "ui://a",
    mimeType: RESOURCE_MIME_TYPE,
    text: "<p>",
    _meta: { ui: { csp: { connectDomains: ["x"] } } },
  },
  { uri: "ui://b", mimeType: "text/html;profile=mcp-app", blob: "AA==" },
];
bridge.onreadresource = async () => ({ contents });
registerAppResource(server, "view", "ui://view.html", {}, async () => ({ contents }));

export const key: "ui/resourceUri" = RESOURCE_URI_META_KEY;
export const mimeType: "text/html;profile=mcp-app" = RESOURCE_MIME_TYPE;

// biome-ignore-all lint/suspicious/noExplicitAny: the documentation writes it.
// The documented examples of the host's API, as they are written there.
import {
  AppBridge,
  buildAllowAttribute,
  getToolUiResourceUri,
  type McpUiHostContext,
  PostMessageTransport,
} from "@toolshed/apps/app-bridge";
import {
  type CallToolResult,
  CallToolResultSchema,
  type Client,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ReadResourceResultSchema,
  type Tool,
} from "../../peers/sdk-v1.ts";

declare const mcpClient: Client;
declare const implementation: { name: string; version: string };
declare const iframe: HTMLIFrameElement;
declare const tool: Tool;
declare const hostContext: McpUiHostContext;
declare let currentDisplayMode: "inline" | "fullscreen" | "pip";

export const withTwoArguments = new AppBridge(mcpClient, implementation);
const appBridge = new AppBridge(mcpClient, implementation, {
  openLinks: {},
  serverTools: { listChanged: true },
  serverResources: {},
});

export async function connect() {
  await appBridge.connect(new PostMessageTransport(iframe.contentWindow, iframe.contentWindow));
}

export async function sendSandboxResourceReady(
  html: string,
  csp: { connectDomains?: string[]; resourceDomains?: string[] },
) {
  await appBridge.sendSandboxResourceReady({ html });
  await appBridge.sendSandboxResourceReady({ html, csp });
}

export async function senders(args: Record<string, any>, result: CallToolResult, reason: string) {
  await appBridge.sendToolInput({ arguments: args });
  await appBridge.sendToolResult(result);
  await appBridge.sendToolCancelled({ reason });
  await appBridge.sendToolInputPartial({ arguments: args });
  appBridge.setHostContext({
    theme: "dark",
    availableDisplayModes: ["inline", "fullscreen"],
  });
  await appBridge.sendHostContextChange({
    theme: "dark",
  });
  await appBridge.sendToolListChanged();
  await appBridge.sendResourceListChanged();
  await appBridge.sendPromptListChanged();
}

export async function teardown() {
  await appBridge.teardownResource({});
}

export function getters() {
  const caps = appBridge.getAppCapabilities();
  if (caps?.tools) {
    console.warn("App provides tools");
  }
  const appInfo = appBridge.getAppVersion();
  console.warn(`App: ${appInfo?.name} v${appInfo?.version}`);
  const hostCaps = appBridge.getCapabilities();
  return hostCaps;
}

appBridge.oninitialized = () => {
  console.warn("App initialized");
};

appBridge.onmessage = async (params, extra) => {
  console.warn("Message from app:", params, extra);
  return {};
};

appBridge.onopenlink = async (params, extra) => {
  window.open(params.url, "_blank", "noopener,noreferrer");
  console.warn(extra.signal.aborted);
  return {};
};

appBridge.onloggingmessage = (params) => {
  console.warn(`[${params.level}] ${params.data}`);
};

appBridge.onsizechange = async ({ width, height }) => {
  if (width) iframe.style.width = `${width}px`;
  if (height) iframe.style.height = `${height}px`;
};

appBridge.onrequestdisplaymode = async ({ mode }, extra) => {
  const availableModes = hostContext.availableDisplayModes ?? ["inline"];
  console.warn(extra);
  if (availableModes.includes(mode)) {
    currentDisplayMode = mode;
    return { mode };
  }
  return { mode: currentDisplayMode };
};

export let modelContext: unknown;
appBridge.onupdatemodelcontext = async ({ content, structuredContent }, extra) => {
  modelContext = { content, structuredContent, timestamp: Date.now() };
  console.warn(extra);
  return {};
};

appBridge.oncalltool = async ({ name, arguments: args }, extra) => {
  return mcpClient.request(
    { method: "tools/call", params: { name, arguments: args } },
    CallToolResultSchema,
    {
      signal: extra.signal,
    },
  );
};

appBridge.onlistresources = async (params, extra) => {
  console.warn(extra);
  return mcpClient.request({ method: "resources/list", params }, ListResourcesResultSchema);
};

appBridge.onreadresource = async ({ uri }, extra) => {
  console.warn(extra);
  return mcpClient.request({ method: "resources/read", params: { uri } }, ReadResourceResultSchema);
};

appBridge.onlistprompts = async (params, extra) => {
  console.warn(extra);
  return mcpClient.request({ method: "prompts/list", params }, ListPromptsResultSchema);
};

appBridge.onsandboxready = async () => {
  const resource = await mcpClient.readResource({ uri: "ui://my-app" });
  const [content] = resource.contents;
  if (content && "text" in content) await appBridge.sendSandboxResourceReady({ html: content.text });
};

export function helpers() {
  const uri: string | undefined = getToolUiResourceUri(tool);
  const allow = buildAllowAttribute({
    microphone: {},
    clipboardWrite: {},
  });
  iframe.setAttribute("allow", allow);
  return uri;
}

export const context: McpUiHostContext = {
  theme: "light",
  locale: "en",
  toolInfo: { tool, arguments: { q: "x" } },
  styles: { variables: { "--any-name": "1px" }, css: { fonts: "@font-face {}" } },
  safeAreaInsets: { top: 1 },
  availableDisplayModes: ["inline", "fullscreen", "pip"],
};

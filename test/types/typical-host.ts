// A host and a server as they are written for the official package 2.0; only the imports name ours.
import {
  AppBridge,
  type AppBridgeEventMap,
  buildAllowAttribute,
  getToolUiResourceUri,
  type HostOptions,
  isToolVisibilityAppOnly,
  isToolVisibilityModelOnly,
  type McpUiHostCapabilities,
  type McpUiHostContext,
  type McpUiResourceCsp,
  type McpUiResourceMeta,
  PostMessageTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@toolshed/apps/app-bridge";
import {
  EXTENSION_ID,
  getUiCapability,
  RESOURCE_MIME_TYPE,
  registerAppResource,
  registerAppTool,
} from "@toolshed/apps/server";
import type { Client, McpServer, Tool } from "../peers/sdk-v2.ts";
import { z } from "../peers/zod.ts";

const hostCapabilities: McpUiHostCapabilities = {
  openLinks: {},
  serverTools: { listChanged: true },
  serverResources: {},
  logging: {},
  sampling: {},
  downloadFile: {},
};

export async function show(client: Client, tool: Tool, frame: HTMLIFrameElement, signal: AbortSignal) {
  const uri = getToolUiResourceUri(tool);
  if (uri === undefined || isToolVisibilityAppOnly(tool)) return undefined;
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (content === undefined || !("text" in content)) throw new Error(`No page at ${uri}`);
  const { csp, permissions } = (content._meta?.ui ?? {}) as McpUiResourceMeta;

  const hostContext: McpUiHostContext = {
    theme: "dark",
    locale: "en-GB",
    displayMode: "inline",
    availableDisplayModes: ["inline", "fullscreen"],
    containerDimensions: { maxHeight: 800, width: 600 },
    platform: "web",
    toolInfo: { tool },
  };
  const options: HostOptions = { hostContext };
  const bridge = new AppBridge(client, { name: "chat", version: "3.0.0" }, hostCapabilities, options);

  bridge.oninitialized = () => console.warn(bridge.getAppVersion()?.name, bridge.getAppCapabilities()?.tools);
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  };
  bridge.onloggingmessage = ({ level, data, logger }) => console.warn(level, logger, data);
  bridge.onrequestteardown = () => end(bridge, frame);
  bridge.onmessage = async ({ role, content: blocks }, extra) => {
    console.warn(role, blocks.length, extra.mcpReq.signal.aborted);
    return {};
  };
  bridge.onopenlink = async ({ url }) => (url.startsWith("https:") ? {} : { isError: true });
  bridge.ondownloadfile = async ({ contents: files }) => ({ isError: files.length === 0 });
  bridge.onupdatemodelcontext = async ({ content: blocks, structuredContent }) => {
    console.warn(blocks, structuredContent);
    return {};
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    bridge.setHostContext({ ...hostContext, displayMode: mode });
    return { mode };
  };
  bridge.oncreatesamplingmessage = async ({ messages, maxTokens }) => ({
    role: "assistant",
    model: "small",
    content: { type: "text", text: `${messages.length} ${maxTokens}` },
  });
  bridge.onsandboxready = async () => {
    await bridge.sendSandboxResourceReady({
      html: content.text,
      ...(csp ? { csp: csp satisfies McpUiResourceCsp } : {}),
      ...(permissions ? { permissions } : {}),
    });
  };
  const onSize = (size: AppBridgeEventMap["sizechange"]) => console.warn(size.width);
  bridge.addEventListener("sizechange", onSize);
  bridge.removeEventListener("sizechange", onSize);
  bridge.setNotificationHandler("notifications/tools/list_changed", async () => {
    const { tools } = await bridge.listTools({});
    console.warn(tools.map(({ name, inputSchema }) => `${name}: ${inputSchema.type}`));
  });

  frame.allow = buildAllowAttribute(permissions);
  const view = frame.contentWindow as Window;
  await bridge.connect(new PostMessageTransport(view, view));
  await bridge.sendToolInputPartial({ arguments: { customer: "A" } });
  await bridge.sendToolInput({ arguments: { customer: "Ada" } });
  const result = await client.callTool({ name: tool.name, arguments: { customer: "Ada" } }, { signal });
  if (signal.aborted) await bridge.sendToolCancelled({ reason: "stopped" });
  else await bridge.sendToolResult(result);
  const { content: said } = await bridge.callTool(
    { name: "select-order", arguments: { id: "1" } },
    { signal },
  );
  const [first] = said;
  return first?.type === "text" ? first.text : undefined;
}

async function end(bridge: AppBridge, frame: HTMLIFrameElement): Promise<void> {
  await bridge.teardownResource({}, { timeout: 1_000 });
  await bridge.close();
  frame.remove();
}

export function forModel(tools: Tool[]): Tool[] {
  return tools.filter((tool) => !isToolVisibilityAppOnly(tool) || isToolVisibilityModelOnly(tool));
}

export function serve(server: McpServer): void {
  const resourceUri = "ui://orders/view.html";
  registerAppTool(
    server,
    "list-orders",
    {
      title: "Orders",
      description: "Lists the orders of a customer",
      inputSchema: z.object({ customer: z.string(), limit: z.number().int().default(10) }),
      outputSchema: z.object({ rows: z.array(z.object({ id: z.string(), total: z.number() })) }),
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri, visibility: ["model", "app"] } },
    },
    async ({ customer, limit }) => ({
      content: [{ type: "text", text: `${limit} orders of ${customer.toUpperCase()}` }],
      structuredContent: { rows: [{ id: "1", total: limit }] },
    }),
  );
  registerAppResource(
    server,
    "Orders",
    resourceUri,
    { mimeType: RESOURCE_MIME_TYPE, _meta: { ui: { prefersBorder: true } } },
    async () => ({
      contents: [{ uri: resourceUri, mimeType: RESOURCE_MIME_TYPE, text: "<!doctype html>" }],
    }),
  );
  const supported = getUiCapability(server.server.getClientCapabilities())?.mimeTypes?.includes(
    RESOURCE_MIME_TYPE,
  );
  console.warn(supported, EXTENSION_ID, SUPPORTED_PROTOCOL_VERSIONS[0]);
}

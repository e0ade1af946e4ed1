// A host of the published AppBridge, which does what the official host does and no more.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  AppBridge,
  buildAllowAttribute,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

const query = new URLSearchParams(location.search);
const name = query.get("tool");
const given = JSON.parse(query.get("arguments"));
const sandboxUrl = new URL(query.get("sandbox"));
const frame = document.querySelector("iframe");

const client = new Client({ name: "reference-host", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.origin)));
const { tools } = await client.listTools();
const { resourceUri } = tools.find((tool) => tool.name === name)._meta.ui;
const [resource] = (await client.readResource({ uri: resourceUri })).contents;
const { csp, permissions } = resource._meta?.ui ?? {};

const capabilities = client.getServerCapabilities();
const bridge = new AppBridge(
  client,
  { name: "reference-host", version: "1.0.0" },
  {
    openLinks: {},
    serverTools: capabilities.tools,
    serverResources: capabilities.resources,
    updateModelContext: { text: {} },
  },
  {
    hostContext: {
      theme: "light",
      platform: "web",
      containerDimensions: { maxHeight: 6000 },
      displayMode: "inline",
      availableDisplayModes: ["inline", "fullscreen"],
    },
  },
);
bridge.onmessage = async () => ({});
bridge.onopenlink = async () => ({});
bridge.onupdatemodelcontext = async () => ({});
bridge.onrequestdisplaymode = async () => ({ mode: "inline" });
bridge.onsizechange = async ({ height }) => {
  if (height !== undefined) frame.style.height = `${height}px`;
};

const proxyIsReady = new Promise((resolve) => {
  addEventListener("message", ({ source, data }) => {
    const isProxy = source === frame.contentWindow;
    if (isProxy && data?.method === "ui/notifications/sandbox-proxy-ready") resolve();
  });
});
if (csp) sandboxUrl.searchParams.set("csp", JSON.stringify(csp));
frame.allow = buildAllowAttribute(permissions);
frame.src = sandboxUrl.href;
await proxyIsReady;

const isInitialized = new Promise((resolve) => {
  bridge.oninitialized = resolve;
});
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
await bridge.sendSandboxResourceReady({ html: resource.text ?? atob(resource.blob), csp, permissions });
await isInitialized;
await bridge.sendToolInput({ arguments: given });
try {
  await bridge.sendToolResult(await client.callTool({ name, arguments: given }));
} catch (error) {
  await bridge.sendToolCancelled({ reason: error.message });
}
document.body.dataset.stage = "ready";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type CallToolResult, getToolUiResourceUri, type Tool } from "@toolshed/apps/app-bridge";
import { type MountedView, mountView } from "@toolshed/apps/host";
import { listToolsWithViews } from "./list-tools.ts";

const find = <Element extends HTMLElement>(id: string) => document.getElementById(id) as Element;
const toolField = find<HTMLSelectElement>("tool");
const argumentsField = find<HTMLTextAreaElement>("arguments");

const { sandboxUrl } = (await (await fetch("/settings.json")).json()) as { sandboxUrl: string };
const client = new Client({ name: "my-host", version: "0.1.0" });
let view: MountedView | undefined;

async function run(tool: Tool, args: Record<string, unknown>): Promise<void> {
  await view?.teardown();
  view = mountView({
    container: find("view"),
    resource: getToolUiResourceUri(tool),
    client,
    sandboxUrl,
    title: `View of ${tool.name}`,
    hostInfo: { name: "my-host", version: "0.1.0" },
    hostContext: { displayMode: "inline", locale: navigator.language, platform: "web" },
    onStatus: ({ problem }) => problem && report(problem),
  });
  view.bridge.onopenlink = async ({ url }) => {
    // The View chose this address, so the person decides.
    if (!confirm(`Open ${url}?`)) return { isError: true };
    window.open(url, "_blank", "noopener");
    return {};
  };
  view.bridge.onmessage = async ({ content }) => {
    console.warn("The View says to the model:", content);
    return {};
  };
  // The View loads while the tool runs; what is sent before it is ready waits.
  view.sendToolInput({ arguments: args }).catch(report);
  const result = await client.callTool({ name: tool.name, arguments: args });
  await view.sendToolResult(result as CallToolResult);
}

function report(problem: unknown): void {
  find("problem").textContent = problem instanceof Error ? problem.message : String(problem);
}

async function start(): Promise<void> {
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.origin)));
  const tools = await listToolsWithViews(client);
  if (tools.length === 0) throw new Error("This MCP server has no tool with a View.");
  toolField.replaceChildren(...tools.map(({ name }) => new Option(name)));
  find("form").addEventListener("submit", (event) => {
    event.preventDefault();
    find("problem").textContent = "";
    const tool = tools.find(({ name }) => name === toolField.value);
    if (tool) run(tool, JSON.parse(argumentsField.value)).catch(report);
  });
}

await start().catch(report);

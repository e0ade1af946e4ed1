import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type CallToolResult, getModelTools, getToolUiResourceUri } from "@toolshed/apps/app-bridge";
import { type MountedView, mountView, type ViewStatus } from "@toolshed/apps/host";

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const log = (text: string) => {
  find("log").textContent = text;
};
const { sandboxUrl } = await (await fetch("/settings.json")).json();

const client = new Client({ name: "host-minimal", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.origin)));
const { tools } = await client.listTools();
// The others are for Views alone, or have none.
const shown = getModelTools(tools).filter((tool) => getToolUiResourceUri(tool));
find<HTMLSelectElement>("tool").append(...shown.map(({ name }) => new Option(name)));

let view: MountedView | undefined;

find("call").addEventListener("submit", (event) => {
  event.preventDefault();
  callTool().catch(report);
});

async function callTool(): Promise<void> {
  await view?.teardown();
  const name = find<HTMLSelectElement>("tool").value;
  const tool = shown.find((candidate) => candidate.name === name);
  const given = JSON.parse(find<HTMLInputElement>("arguments").value);
  find("status").replaceChildren();
  find("tools").replaceChildren();
  view = mountView({
    container: find("view"),
    resource: tool && getToolUiResourceUri(tool),
    client,
    sandboxUrl,
    title: `View of ${name}`,
    hostInfo: { name: "host-minimal", version: "1.0.0" },
    hostContext: { theme: theme(), displayMode: "inline", locale: navigator.language, platform: "web" },
    onStatus: showStatus,
  });
  view.addEventListener("tools", () => showTools());
  view.addEventListener("violation", ({ directive, blockedUrl, allowWith }) =>
    log(`${directive} blocked ${blockedUrl}${allowWith ? `; to allow it: ${allowWith}` : ""}`),
  );
  view.bridge.onopenlink = async ({ url }) => {
    window.open(url, "_blank", "noopener");
    return {};
  };
  view.bridge.onmessage = async ({ content }) => {
    log(JSON.stringify(content));
    return {};
  };
  // The View loads while the tool runs; messages sent before it is ready are queued.
  view.sendToolInput({ arguments: given }).catch(report);
  try {
    const result = await client.callTool({ name, arguments: given });
    await view.sendToolResult(result as CallToolResult);
  } catch (error) {
    await view.sendToolCancelled({ reason: String(error) });
  }
}

find("theme").addEventListener("click", () => {
  const isDark = theme() === "light";
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  find("theme").setAttribute("aria-pressed", String(isDark));
  view?.bridge.setHostContext({ theme: theme() });
});

function theme(): "light" | "dark" {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function report(error: unknown): void {
  log(String(error));
}

function showStatus({ stage, atMs, problem }: ViewStatus): void {
  const item = document.createElement("li");
  item.textContent = problem ? `${stage}: ${problem}` : `${stage} ${Math.round(atMs)} ms`;
  item.classList.toggle("problem", problem !== undefined);
  find("status").append(item);
}

function showTools(): void {
  const items = (view?.tools ?? []).map(({ name, description = "" }) => {
    const button = Object.assign(document.createElement("button"), { textContent: name, title: description });
    button.addEventListener("click", () => {
      view?.callTool({ name, arguments: {} }).then(({ content }) => log(JSON.stringify(content)), report);
    });
    const item = document.createElement("li");
    item.append(button);
    return item;
  });
  find("tools").replaceChildren(...items);
}

// biome-ignore-all lint/suspicious/noExplicitAny: the documentation writes it.
// The documented examples of the View's API, as they are written there.
import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
  type McpUiAppCapabilities,
  type McpUiHostContext,
  PostMessageTransport,
} from "@toolshed/apps";
import type { CallToolResult } from "../../peers/sdk-v1.ts";

declare const capabilities: McpUiAppCapabilities | undefined;
declare const options: { autoResize?: boolean } | undefined;
declare const appInfo: { name: string; version: string };

export const withAll = new App(appInfo, capabilities ?? {}, options ?? {});
export const withInfo = new App(appInfo);
const app = new App({ name: "My App", version: "1.0.0" }, {}, { autoResize: true });

export async function connect() {
  await app.connect();
  await app.connect(new PostMessageTransport(window.parent, window.parent));
}

export async function callServerTool(name: string, args: Record<string, any>) {
  const result = await app.callServerTool({ name, arguments: args });
  const first: { type: string } | undefined = result.content[0];
  const structured: any = result.structuredContent;
  const failed: boolean | undefined = result.isError;
  return [first, structured, failed];
}

export async function sendMessage(
  role: "user" | "assistant",
  content: Array<{ type: "text"; text: string }>,
  signal: AbortSignal,
) {
  const response = await app.sendMessage({ role, content }, { signal });
  const failed: boolean | undefined = response.isError;
  return failed;
}

export async function sendAssistantMessage() {
  await app.sendMessage({ role: "assistant", content: [{ type: "text", text: "Done" }] });
}

export async function sendLog(level: "debug" | "info" | "warning" | "error", data: string, logger: string) {
  await app.sendLog({ level, data });
  await app.sendLog({ level, data, logger });
}

export async function updateModelContext(content: Array<{ type: "text"; text: string }>, structured: any) {
  await app.updateModelContext({ content });
  await app.updateModelContext({ structuredContent: structured });
  await app.updateModelContext({ content, structuredContent: structured });
}

export async function openLink(url: string) {
  const response = await app.openLink({ url });
  const failed: boolean | undefined = response.isError;
  return failed;
}

export async function requestDisplayMode(mode: "inline" | "fullscreen" | "pip") {
  const result = await app.requestDisplayMode({ mode });
  const actual: string = result.mode;
  const context = app.getHostContext();
  if (context?.availableDisplayModes?.includes("fullscreen")) {
    await app.requestDisplayMode({ mode: "fullscreen" });
  }
  return actual;
}

export async function sendSizeChanged(width: number, height: number) {
  await app.sendSizeChanged({ width, height });
}

export function setupSizeChangedNotifications() {
  const cleanup = app.setupSizeChangedNotifications();
  cleanup();
}

export function getters() {
  const caps = app.getHostCapabilities();
  if (caps?.serverTools) {
    console.warn("Host supports server tool calls");
  }
  const host = app.getHostVersion();
  console.warn(`Connected to ${host?.name} v${host?.version}`);
  const context: McpUiHostContext | undefined = app.getHostContext();
  return context;
}

declare function showCancelledMessage(reason: string): void;
declare function saveState(): Promise<void>;
declare function closeConnections(): void;

app.ontoolinput = (params: { arguments: Record<string, any> }) => {
  console.warn("Tool input:", params.arguments);
};

app.ontoolinputpartial = (params: { arguments: Record<string, any> }) => {
  console.warn("Partial args:", params.arguments);
};

app.ontoolresult = (result: CallToolResult) => {
  const text = result.content?.find((c) => c.type === "text")?.text;
  const structured = result.structuredContent;
  console.warn(text, structured);
};

app.ontoolresult = (result) => {
  const text = result.content?.find((c) => c.type === "text")?.text;
  const structured = result.structuredContent;
  console.warn(text, structured);
};

app.ontoolcancelled = (params: { reason?: string }) => {
  console.warn("Tool cancelled:", params.reason);
  showCancelledMessage(params.reason ?? "Operation was cancelled");
};

app.onhostcontextchanged = (params: Partial<McpUiHostContext>) => {
  if (params.theme === "dark") {
    document.body.classList.add("dark-theme");
  } else if (params.theme === "light") {
    document.body.classList.remove("dark-theme");
  }
};

app.onteardown = async () => {
  await saveState();
  closeConnections();
  return {};
};

app.onerror = (error: Error) => {
  console.error("App error:", error);
};

app.oncalltool = async (params: { name: string; arguments?: any }) => {
  if (params.name === "greet") {
    return { content: [{ type: "text", text: `Hello, ${params.arguments?.name}!` }] };
  }
  throw new Error(`Unknown tool: ${params.name}`);
};

app.onlisttools = async () => {
  return { tools: ["greet", "calculate", "convert"] };
};

export function styles(context: McpUiHostContext) {
  applyHostStyleVariables(context.styles?.variables);
  applyHostFonts(context.styles?.css?.fonts);
  applyDocumentTheme("dark");
  const theme = getDocumentTheme();
  const known: "light" | "dark" = theme;
  return known;
}

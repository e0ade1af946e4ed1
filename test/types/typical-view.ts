// A View as it is written for the official package 2.0; only the imports name ours.
import {
  App,
  type AppEventMap,
  type AppOptions,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
  LATEST_PROTOCOL_VERSION,
  type McpUiAppCapabilities,
  type McpUiDisplayMode,
  type McpUiHostContext,
  type McpUiHostContextChangedNotification,
  McpUiHostContextSchema,
  McpUiToolInputNotificationSchema,
  type McpUiToolResultNotification,
  PostMessageTransport,
  type RegisteredAppTool,
  TOOL_INPUT_METHOD,
} from "@toolshed/apps";
import { z } from "../peers/zod.ts";

interface Row {
  id: string;
  total: number;
}

const capabilities: McpUiAppCapabilities = {
  tools: { listChanged: true },
  availableDisplayModes: ["inline", "fullscreen"],
};
const options: AppOptions = { autoResize: true, strict: false };
const app = new App({ name: "orders", version: "2.1.0", title: "Orders" }, capabilities, options);

let rows: Row[] = [];
let mode: McpUiDisplayMode = "inline";

function applyContext(context: McpUiHostContext | undefined): void {
  if (context?.theme) applyDocumentTheme(context.theme);
  if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables);
  if (context?.styles?.css?.fonts) applyHostFonts(context.styles.css.fonts);
  if (context?.displayMode) mode = context.displayMode;
  const height =
    context?.containerDimensions && "height" in context.containerDimensions
      ? context.containerDimensions.height
      : undefined;
  document.body.style.maxHeight = height === undefined ? "" : `${height}px`;
  document.documentElement.lang = context?.locale ?? "en";
  document.body.style.paddingTop = `${context?.safeAreaInsets?.top ?? 0}px`;
}

app.ontoolinput = ({ arguments: args }) => {
  document.title = String(args?.customer ?? "Orders");
};
app.ontoolinputpartial = (params) => {
  const keys = Object.keys(params.arguments ?? {});
  document.body.dataset.partial = keys.join(",");
};
app.ontoolresult = (result: McpUiToolResultNotification["params"]) => {
  if (result.isError) return;
  rows = (result.structuredContent as { rows: Row[] } | undefined)?.rows ?? [];
  for (const block of result.content) {
    if (block.type === "text") document.body.append(block.text);
    else if (block.type === "image") document.body.append(block.mimeType, block.data);
    else if (block.type === "resource_link") document.body.append(block.uri);
    else if (block.type === "resource" && "text" in block.resource) document.body.append(block.resource.text);
  }
};
app.ontoolcancelled = ({ reason }) => console.warn(reason ?? "cancelled");
app.onhostcontextchanged = (change: McpUiHostContextChangedNotification["params"]) => applyContext(change);
app.onteardown = async (_params, extra) => {
  if (!extra.mcpReq.signal.aborted)
    await app.updateModelContext({ structuredContent: { rows: rows.length } });
  return {};
};
app.onerror = (error) => console.error(error.message);
app.onclose = () => console.warn("closed");

const onResult = (result: AppEventMap["toolresult"]) => console.warn(result.content.length);
app.addEventListener("toolresult", onResult);
app.removeEventListener("toolresult", onResult);
app.addEventListener("hostcontextchanged", ({ theme }) => console.warn(theme ?? getDocumentTheme()));

const select: RegisteredAppTool = app.registerTool(
  "select-order",
  {
    title: "Select",
    description: "Selects an order",
    inputSchema: z.object({ id: z.string(), zoom: z.number().optional() }),
    outputSchema: z.object({ total: z.number() }),
    annotations: { readOnlyHint: true },
  },
  async ({ id, zoom }, extra) => {
    const row = rows.find((candidate) => candidate.id === id);
    if (!row || extra.mcpReq.signal.aborted) {
      return { isError: true, content: [{ type: "text", text: `No order ${id} at ${zoom ?? 1}` }] };
    }
    return { content: [{ type: "text", text: String(row.total) }], structuredContent: { total: row.total } };
  },
);
const clear = app.registerTool("clear", { description: "Clears the selection" }, (extra) => ({
  content: [{ type: "text", text: String(extra.mcpReq.id) }],
}));

export async function start(): Promise<void> {
  const transport = new PostMessageTransport(window.parent, window.parent);
  await app.connect(transport, { timeout: 5_000 });
  applyContext(app.getHostContext());
  console.warn(app.getHostVersion()?.name, LATEST_PROTOCOL_VERSION, app.transport === transport);
  if (app.getHostCapabilities()?.serverTools) await refresh();
}

export async function refresh(signal?: AbortSignal): Promise<Row[]> {
  const result = await app.callServerTool(
    { name: "list-orders", arguments: { limit: 10 } },
    {
      ...(signal ? { signal } : {}),
      timeout: 30_000,
      onprogress: ({ progress, total }) => console.warn(progress, total),
    },
  );
  const { resources } = await app.listServerResources();
  const first = resources[0];
  if (first) {
    const { contents } = await app.readServerResource({ uri: first.uri });
    for (const content of contents) console.warn("text" in content ? content.text : content.blob);
  }
  return (result.structuredContent as { rows: Row[] }).rows;
}

export async function interact(): Promise<void> {
  const { isError } = await app.sendMessage({ role: "user", content: [{ type: "text", text: "Explain" }] });
  if (isError) await app.sendLog({ level: "warning", data: { refused: true }, logger: "orders" });
  await app.openLink({ url: "https://example.com/" });
  await app.downloadFile({
    contents: [
      { type: "resource", resource: { uri: "file:///orders.csv", mimeType: "text/csv", text: "id" } },
    ],
  });
  if (app.getHostContext()?.availableDisplayModes?.includes("fullscreen")) {
    mode = (await app.requestDisplayMode({ mode: mode === "inline" ? "fullscreen" : "inline" })).mode;
  }
  const answer = await app.createSamplingMessage({
    messages: [{ role: "user", content: { type: "text", text: "Summarise" } }],
    maxTokens: 100,
  });
  console.warn(answer.model, answer.role);
  await app.sendSizeChanged({ height: 200 });
  select.update({ description: "Selects one of the orders" });
  clear.disable();
  clear.enable();
  clear.remove();
  await app.sendToolListChanged();
  await app.requestTeardown();
  const stop = app.setupSizeChangedNotifications();
  stop();
  await app.close();
}

app.setNotificationHandler("notifications/tools/list_changed", async () => {
  await refresh();
});
app.setRequestHandler("x/echo", { params: z.object({ words: z.string() }) }, ({ words }) => ({ words }));
app.fallbackNotificationHandler = async ({ method }) => console.warn(method);

export function check(message: unknown): boolean {
  const read = McpUiHostContextSchema.safeParse(message);
  const method: string = McpUiToolInputNotificationSchema.shape.method.value;
  return read.success && method === TOOL_INPUT_METHOD;
}

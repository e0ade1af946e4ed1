/* What hooks for tools infer, and what they refuse. */
import {
  AppProvider,
  type AppTool,
  type CallToolResult,
  type RegisteredAppTool,
  useApp,
  useAppTool,
  useAppTools,
  useCallServerTool,
  useHostContext,
  useRegisterTool,
  useToolInput,
  useToolResult,
} from "@toolshed/apps/react";
import { useEffect } from "react";
import { z } from "../../peers/zod.ts";

const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });

export function Single() {
  useAppTool(
    { name: "set-highlight", inputSchema: z.object({ color: z.string() }), enabled: true },
    ({ color }, extra) => text(color.toUpperCase() + extra.requestId),
  );
  useAppTool(
    { name: "pick", inputSchema: { type: "object", properties: { row: { type: "number" } } } },
    ({ row }, extra) => text(JSON.stringify(row) + extra.requestId),
  );
  // @ts-expect-error a raw shape is not a schema
  useAppTool({ name: "shape", inputSchema: { row: z.number() } }, () => text(""));
  useAppTool({ name: "get-selection" }, (extra) => text(String(extra.requestId)));
  useAppTool(
    { name: "count", outputSchema: z.object({ count: z.number() }) },
    // @ts-expect-error the output schema asks for a number
    () => ({ ...text("1"), structuredContent: { count: "1" } }),
  );
  // @ts-expect-error a tool has a name
  useAppTool({ description: "nameless" }, () => text(""));
}

export function Plural({ rows }: { rows: { id: string }[] }) {
  useAppTools([
    { name: "a", inputSchema: z.object({ x: z.number() }), handler: ({ x }) => text(x.toFixed()) },
    { name: "b", handler: ({ requestId }) => text(String(requestId)) },
    {
      name: "json",
      inputSchema: { type: "object", properties: { x: { type: "number" } } },
      handler: (args, extra) => text(JSON.stringify(args.x) + extra.requestId),
    },
  ]);
  useAppTools(rows.map(({ id }) => ({ name: `open-${id}`, handler: () => text(id) })));
  useAppTools([]);
  useAppTools(
    rows[0]
      ? [{ name: "c", inputSchema: z.object({ y: z.string() }), handler: ({ y }) => text(y.trim()) }]
      : [],
  );
}

const tools: AppTool[] = [
  { name: "greet", description: "Greets", inputSchema: { type: "object", properties: {} } },
];

export function ConfigForm() {
  useAppTools({
    tools,
    onCallTool: async (params: { name: string; arguments?: Record<string, unknown> }) =>
      text(`${params.name} ${params.arguments?.name}`),
  });
}

export function Registering() {
  const registerTool = useRegisterTool();
  useEffect(() => {
    const tool: RegisteredAppTool | undefined = registerTool(
      "greet",
      { description: "Greets", inputSchema: z.object({ name: z.string() }) },
      async ({ name }) => text(name.trim()),
    );
    registerTool("json", { inputSchema: { type: "object" } }, (args) => text(JSON.stringify(args)));
    return () => tool?.remove();
  }, [registerTool]);
}

export function Data() {
  const { input, isComplete } = useToolInput<{ city: string }>();
  const { status, result } = useToolResult<{ degrees: number }>();
  const { call, data, error, isPending } = useCallServerTool<{ found: string[] }, { query: string }>(
    "search",
  );
  const theme: "light" | "dark" | undefined = useHostContext((context) => context.theme);
  const { app } = useApp();
  // @ts-expect-error the tool is asked with a query
  const wrong = () => call({ question: "?" });
  const right = async () => (await call({ query: "?" })).structuredContent.found.length;
  const city: string | undefined = isComplete ? input.city : input?.city;
  const degrees: number | undefined = status === "done" ? result.structuredContent.degrees : undefined;
  return { app, city, degrees, wrong, right, theme, found: data?.structuredContent.found, error, isPending };
}

export const providers = (
  <>
    <AppProvider
      appInfo={{ name: "View", version: "1.0.0" }}
      autoResize={false}
      strict
      onAppCreated={() => {}}
    >
      <p />
    </AppProvider>
    {/* @ts-expect-error neither an App nor what one is made of */}
    <AppProvider />
  </>
);

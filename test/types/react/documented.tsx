/* What the documentation of MCP Apps shows of its hooks compiles with ours, but for the import. */
import {
  type App,
  type CallToolResult,
  type McpUiHostContext,
  useApp,
  useAutoResize,
  useDocumentTheme,
  useHostFonts,
  useHostStyles,
  useHostStyleVariables,
} from "@toolshed/apps/react";
import { useState } from "react";

const appInfo = { name: "My App", version: "1.0.0" };

function MyAppUI({ app }: { app: App | null }) {
  return <p>{app?.getHostVersion()?.name}</p>;
}

export function MyComponent() {
  const { app, isConnected, error } = useApp({
    appInfo: { name: "My App", version: "1.0.0" },
    capabilities: {},
    onAppCreated: (_app: App) => {},
  });

  if (error) return <div>Error: {error.message}</div>;
  if (!isConnected) return <div>Connecting...</div>;

  return <MyAppUI app={app} />;
}

export function AllHandlers() {
  const [, setResult] = useState<CallToolResult>();
  const [hostContext, setHostContext] = useState<McpUiHostContext>();
  const { app } = useApp({
    appInfo: { name: "My App", version: "1.0.0" },
    capabilities: {},
    onAppCreated: (app) => {
      app.ontoolresult = (result) => setResult(result);
      app.ontoolinput = (input) => console.warn("Input:", input);
      app.ontoolcancelled = (params) => console.warn("Cancelled:", params.reason);
      app.onhostcontextchanged = (params) => setHostContext((prev) => ({ ...prev, ...params }));
      app.onerror = console.error;
    },
  });
  return <p>{app ? hostContext?.theme : null}</p>;
}

export function Styled() {
  const { app } = useApp({ appInfo, capabilities: {} });
  useHostStyleVariables(app, app?.getHostContext());
  useHostFonts(app, app?.getHostContext());
  useHostStyles(app, app?.getHostContext());
  useAutoResize(app);
  const theme = useDocumentTheme();
  return (
    <div
      className={theme === "dark" ? "dark-mode" : ""}
      style={{ background: "var(--color-background-primary)", fontFamily: "var(--font-sans)" }}
    >
      Hello!
    </div>
  );
}

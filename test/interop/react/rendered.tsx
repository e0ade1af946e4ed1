import {
  AppProvider,
  useApp,
  useAppTool,
  useAppTools,
  useAutoResize,
  useCallServerTool,
  useDocumentTheme,
  useHostContext,
  useHostStyles,
  useRegisterTool,
  useSuspenseToolResult,
  useToolInput,
  useToolResult,
} from "@toolshed/apps/react";
import { StrictMode, Suspense } from "react";
import { renderToString } from "react-dom/server";

const text = { content: [{ type: "text" as const, text: "" }] };
const appInfo = { name: "server", version: "1.0.0" };

function Everything() {
  const { app, isConnected } = useApp();
  useHostStyles(app, app?.getHostContext());
  useAutoResize(app);
  useAppTool({ name: "one" }, () => text);
  useAppTools([{ name: "two", handler: () => text }]);
  useAppTools({ tools: [{ name: "three" }], onCallTool: () => text });
  useRegisterTool();
  const { isPending } = useCallServerTool("lookup");
  const { isComplete } = useToolInput();
  const { status } = useToolResult();
  const theme = useDocumentTheme();
  const locale = useHostContext(({ locale = "none" }) => locale);
  return <p>{JSON.stringify([isConnected, isPending, isComplete, status, theme, locale])}</p>;
}

function Result() {
  return <p>{useSuspenseToolResult().content.length}</p>;
}

function Own() {
  const { isConnected } = useApp({ appInfo, onAppCreated: () => window.focus() });
  return <p>{`own ${isConnected}`}</p>;
}

export function render(): string {
  return renderToString(
    <StrictMode>
      <AppProvider appInfo={appInfo} onAppCreated={() => window.focus()}>
        <Everything />
        <Suspense fallback={<p>waiting</p>}>
          <Result />
        </Suspense>
      </AppProvider>
      <Own />
    </StrictMode>,
  );
}

export function renderWithoutProvider(): string {
  return renderToString(<Everything />);
}

import {
  AppProvider,
  useApp,
  useHostStyles,
  useSuspenseToolResult,
  useToolInput,
} from "@toolshed/apps/react";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "./error-boundary.tsx";
import type { Gardens } from "./garden.ts";
import { GardenList } from "./garden-list.tsx";

function Waiting() {
  const { input } = useToolInput<{ season: string }>();
  return (
    <p role="status">{input?.season ? `Looking for gardens in ${input.season}…` : "Waiting for gardens…"}</p>
  );
}

function Found() {
  const { structuredContent } = useSuspenseToolResult<Gardens>();
  return <GardenList gardens={structuredContent.gardens} />;
}

function View() {
  const { app, error } = useApp();
  useHostStyles(app);
  return (
    <main>
      <h1>Gardens to visit</h1>
      {error ? (
        <p role="alert">There is no host: {error.message}</p>
      ) : (
        <ErrorBoundary>
          <Suspense fallback={<Waiting />}>
            <Found />
          </Suspense>
        </ErrorBoundary>
      )}
    </main>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AppProvider appInfo={{ name: "gardens", version: "1.0.0" }}>
        <View />
      </AppProvider>
    </StrictMode>,
  );
}

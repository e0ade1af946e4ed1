import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, Suspense, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { router } from "./router.tsx";
import { onDemand } from "./ui/page/on-demand.ts";
import { toasts } from "./ui/toast/toasts.ts";
import "./style.css";

const ConsentPage = onDemand(async () => (await import("./consent/consent-page.tsx")).ConsentPage);
const ToastList = onDemand(async () => (await import("./ui/toast/toast-list.tsx")).ToastList);

function Toasts() {
  const needed = useSyncExternalStore(toasts.subscribe, toasts.isNeeded);
  return <Suspense>{needed && <ToastList />}</Suspense>;
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          {/* What a client asks for is signed as it stands in the URL, and the router writes queries in its own way. */}
          {location.pathname === "/consent" ? (
            <Suspense>
              <ConsentPage />
            </Suspense>
          ) : (
            <RouterProvider router={router} />
          )}
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}

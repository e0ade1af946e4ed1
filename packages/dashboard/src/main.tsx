import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { router } from "./router.tsx";
import { ToastList } from "./ui/toast-list.tsx";
import "./style.css";

const ConsentPage = lazy(async () => ({
  default: (await import("./consent/consent-page.tsx")).ConsentPage,
}));

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
          <ToastList />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}

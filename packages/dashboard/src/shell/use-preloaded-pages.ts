import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { preloadParts } from "../ui/page/on-demand.ts";

const afterMs = 1_000;

/** Preloads the other pages after the first, so that they open immediately, even while the gateway is down. */
export function usePreloadedPages(): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      // What fails now is loaded when it is opened.
      for (const route of Object.values(router.routesById)) router.loadRouteChunk(route)?.catch(() => {});
      preloadParts();
    }, afterMs);
    return () => clearTimeout(timer);
  }, [router]);
}

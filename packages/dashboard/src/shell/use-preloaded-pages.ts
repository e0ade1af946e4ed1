import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

const afterMs = 1_000;

/** Loads the other pages once the first is there: they open at once, also while the gateway that serves them is away. */
export function usePreloadedPages(): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      // What fails now is loaded when it is opened.
      for (const route of Object.values(router.routesById)) router.loadRouteChunk(route)?.catch(() => {});
    }, afterMs);
    return () => clearTimeout(timer);
  }, [router]);
}

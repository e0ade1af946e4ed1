import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** After a change of page the focus goes to its heading, so that readers and keyboards start there. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged)
          document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      }),
    [router],
  );
}

import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * After a change of page the focus goes to its heading, so that readers and keyboards start there. A list beside what was
 * chosen in it keeps the focus.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged && !document.activeElement?.closest("[data-keeps-focus]"))
          document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      }),
    [router],
  );
}

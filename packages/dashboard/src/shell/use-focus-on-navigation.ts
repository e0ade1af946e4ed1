import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** A dialog may open before a slow page has rendered, and a list keeps the focus while its items are chosen. */
const keepsFocus = "[data-keeps-focus], [role=dialog], [role=alertdialog], [role=menu]";

/** Moves the focus to the heading of a new page, so that screen readers and keyboards start there. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged && !document.activeElement?.closest(keepsFocus))
          document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      }),
    [router],
  );
}

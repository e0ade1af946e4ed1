import type { RefObject } from "react";
import type { App } from "../view/app.ts";
import { useEffect } from "./react.ts";

/** Reports the document's size to the host, for an App with `autoResize: false`. The element is ignored. */
export function useAutoResize(app: App | null, _elementRef?: RefObject<HTMLElement | null>): void {
  useEffect(() => app?.setupSizeChangedNotifications(), [app]);
}

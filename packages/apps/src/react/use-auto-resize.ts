import type { RefObject } from "react";
import type { App } from "../view/app.ts";
import { useEffect } from "./react.ts";

/** Tells the host the document's size, for an App made with `autoResize: false`; the element is not looked at. */
export function useAutoResize(app: App | null, _elementRef?: RefObject<HTMLElement | null>): void {
  useEffect(() => app?.setupSizeChangedNotifications(), [app]);
}

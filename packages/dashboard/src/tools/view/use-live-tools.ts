import type { MountedView } from "@toolshed/apps/host";
import { type LiveStatus, offerTools } from "@toolshed/apps/live";
import { useEffect, useState } from "react";
import { askView } from "./view-client.ts";

/** Keeps the tools of a View in the catalog while the View is on the page. */
export function useLiveTools(view: MountedView, handle: string, title: string): LiveStatus | undefined {
  const [status, setStatus] = useState<LiveStatus>();
  useEffect(() => {
    const live = offerTools(view.bridge, {
      ask: (method, params, options) => askView(handle, method, params, options?.signal),
      title,
      // The page may only connect to the address that it came from.
      canStream: (url) => new URL(url).origin === location.origin,
      onstatus: setStatus,
    });
    return () => {
      live.close().catch(() => {});
    };
  }, [view, handle, title]);
  return status;
}

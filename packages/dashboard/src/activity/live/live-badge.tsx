import { Pause, Radio, RefreshCw } from "lucide-react";
import { Badge } from "../../ui/badge/badge.tsx";
import type { LiveCalls } from "./use-live-calls.ts";

export function LiveBadge({ state }: { state: LiveCalls["state"] }) {
  return (
    <span role="status">
      {state === "live" && (
        <Badge tone="good" icon={Radio}>
          Live
        </Badge>
      )}
      {state === "paused" && <Badge icon={Pause}>Paused</Badge>}
      {state === "connecting" && <Badge tone="warn">Connecting…</Badge>}
      {state === "lost" && (
        <Badge tone="warn" icon={RefreshCw}>
          Reconnecting…
        </Badge>
      )}
    </span>
  );
}

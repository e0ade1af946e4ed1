import { AppWindow, BookOpen, EyeOff, Plug, TriangleAlert } from "lucide-react";
import type { ToolEntry } from "toolshed/api";
import { Badge } from "../ui/badge.tsx";

export function ToolBadges({
  tool: { readOnly, destructive, connected, view, appOnly },
}: {
  tool: ToolEntry;
}) {
  return (
    <>
      {view && (
        <Badge tone="good" icon={AppWindow}>
          has a View
        </Badge>
      )}
      {appOnly && <Badge icon={EyeOff}>for Views only</Badge>}
      {readOnly && (
        <Badge tone="accent" icon={BookOpen}>
          read-only
        </Badge>
      )}
      {destructive && (
        <Badge tone="warn" icon={TriangleAlert}>
          destructive
        </Badge>
      )}
      {!connected && <Badge icon={Plug}>needs a connection</Badge>}
    </>
  );
}

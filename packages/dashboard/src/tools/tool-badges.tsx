import { BookOpen, Plug, TriangleAlert } from "lucide-react";
import type { ToolEntry } from "toolshed/api";
import { Badge } from "../ui/badge.tsx";
import { ViewBadges } from "./view-badges.tsx";

export function ToolBadges({
  tool: { readOnly, destructive, connected, view, appOnly },
}: {
  tool: Pick<ToolEntry, "readOnly" | "destructive" | "connected" | "view" | "appOnly">;
}) {
  return (
    <>
      <ViewBadges view={view} appOnly={appOnly} />
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

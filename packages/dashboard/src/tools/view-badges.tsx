import { AppWindow, EyeOff } from "lucide-react";
import type { ToolEntry } from "toolshed/api";
import { Badge } from "../ui/badge.tsx";

/** Whether a tool has a View, or is there for Views alone. */
export function ViewBadges({ view, appOnly }: Pick<ToolEntry, "view" | "appOnly">) {
  return (
    <>
      {view && (
        <Badge tone="good" icon={AppWindow}>
          has a View
        </Badge>
      )}
      {appOnly && <Badge icon={EyeOff}>for Views only</Badge>}
    </>
  );
}

import type { ToolEntry } from "toolshed/api";
import { ToolBadges } from "./tool-badges.tsx";

const plain = { readOnly: false, destructive: false, connected: true };

/** Whether a tool has a View, or is there for Views alone. */
export const ViewBadges = (tool: Pick<ToolEntry, "view" | "appOnly">) => (
  <ToolBadges tool={{ ...plain, ...tool }} />
);

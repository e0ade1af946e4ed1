import { Badge } from "../ui/badge/badge.tsx";
import { kinds, type Marked } from "./kinds.ts";

export function ToolBadges({ tool }: { tool: Marked }) {
  return kinds
    .filter(({ is }) => is(tool))
    .map(({ kind, label, tone, icon }) => (
      <Badge key={kind} tone={tone} icon={icon}>
        {label}
      </Badge>
    ));
}

import { CircleDashed } from "lucide-react";
import { Badge } from "./badge.tsx";
import { outcomes } from "./outcomes.ts";

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const { label, tone, icon } = outcomes[outcome] ?? { label: outcome, tone: "plain", icon: CircleDashed };
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

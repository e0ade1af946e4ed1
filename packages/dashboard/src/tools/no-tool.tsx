import { MousePointerClick } from "lucide-react";
import { EmptyState } from "../ui/empty-state.tsx";

export function NoTool() {
  return (
    <EmptyState icon={MousePointerClick} title="Choose a tool">
      You see what it takes and gives, and can try it.
    </EmptyState>
  );
}

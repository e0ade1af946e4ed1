import { MousePointerClick } from "lucide-react";
import { EmptyState } from "../ui/state/empty-state.tsx";

export function NoTool() {
  return (
    <EmptyState icon={MousePointerClick} title="Choose a tool">
      You can see its input and output, and try it.
    </EmptyState>
  );
}

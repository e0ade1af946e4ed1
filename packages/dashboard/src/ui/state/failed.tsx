import { CircleAlert } from "lucide-react";
import { Button } from "../button/button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** In place of what could not be loaded. */
export function Failed({ error, onRetry }: { error: Error; onRetry(): void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title="This could not be loaded"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {error.message}
      </EmptyState>
    </div>
  );
}

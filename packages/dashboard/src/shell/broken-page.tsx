import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { RequestError } from "../api/request-error.ts";
import { Button } from "../ui/button/button.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";

/** In place of a page that failed. Trying again helps if the gateway was away; reloading helps after an update. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isKnown = error instanceof RequestError;
  const retry = () => {
    reset();
    router.invalidate().catch(showFailure);
  };
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6">
      <PageHeader title="Something is wrong" />
      <div role="alert">
        <EmptyState
          icon={CircleAlert}
          title={isKnown ? error.message : "This page crashed"}
          action={
            <div className="flex gap-2">
              <Button onClick={retry}>Try again</Button>
              <Button onClick={() => location.reload()}>Reload the page</Button>
            </div>
          }
        >
          {isKnown
            ? "Nothing was lost."
            : `If this keeps happening, report this error: ${error instanceof Error ? error.message : String(error)}`}
        </EmptyState>
      </div>
    </div>
  );
}

import { MapPinOff } from "lucide-react";
import { LinkButton } from "../ui/button/link-button.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";

export function MissingPage() {
  return (
    <main className="mx-auto flex max-w-3xl flex-col gap-6 p-4 sm:p-8">
      <PageHeader title="Not found" />
      <EmptyState
        icon={MapPinOff}
        title="Page not found"
        action={<LinkButton to="/">Go to the overview</LinkButton>}
      >
        The link is old, or something is missing from it.
      </EmptyState>
    </main>
  );
}

import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronLeft, TriangleAlert, Unplug } from "lucide-react";
import { useState } from "react";
import type { ListedSource } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { LinkButton } from "../ui/button/link-button.tsx";
import { Tick } from "../ui/form/tick.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { Section } from "../ui/page/section.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import { EditDialog } from "./edit/edit-dialog.tsx";
import { SourceFailure } from "./failure.tsx";
import { MembersOnly } from "./members-only.tsx";
import { OutputLines } from "./output-lines.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { Review } from "./review/review.tsx";
import { SourceBadges } from "./source-badges.tsx";
import { isFailing } from "./source-states.ts";
import { useRefresh } from "./use-source-changes.ts";

const refreshMs = 5_000;
const route = getRouteApi("/shell/sources/$id");

/** One source: how it is, what has changed, and its settings. */
export function SourcePage() {
  const { isAdmin } = useSession();
  const { id } = route.useParams();
  return isAdmin ? <OneSource key={id} id={id} /> : <MembersOnly />;
}

function OneSource({ id }: { id: string }) {
  const source = useAnswer("GET /sources/:id", { params: { id } }, { refreshMs });
  const isMissing = source.error?.status === 404;
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <Link
          to="/sources"
          className="inline-flex items-center gap-1 self-start text-sm text-quiet hover:text-ink"
        >
          <ChevronLeft className="size-4" aria-hidden /> Sources
        </Link>
        <PageHeader title={id} />
      </div>
      {isMissing ? (
        <EmptyState
          icon={Unplug}
          title="There is no such source"
          action={<LinkButton to="/sources">All sources</LinkButton>}
        >
          It may have been removed.
        </EmptyState>
      ) : (
        <Loaded of={source}>{(source) => <Details source={source} />}</Loaded>
      )}
    </div>
  );
}

function Details({ source }: { source: ListedSource }) {
  const { id, target, flags, stderr, trust, unknown, toolCount, changes } = source;
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const setEditing = (isEditing: boolean) =>
    navigate({ search: { edit: isEditing || undefined } }).catch(showFailure);
  const [isRemoving, setRemoving] = useState(false);
  const { isBusy, error, refresh } = useRefresh(id);
  const trusting = useChange("PUT /sources/:id", [
    "GET /sources/:id",
    "GET /sources",
    "GET /sources/:id/review",
  ]);
  // Shown before the gateway has answered.
  const isTrusted = (trusting.isPending ? trusting.variables.body.trust : trust) === "always";

  return (
    <>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <SourceBadges source={source} />
        </div>
        <code className="text-[0.8125rem] break-all text-quiet">{target}</code>
        <SourceFailure source={source} />
        {error && <Problem>{error.message}</Problem>}
        {!isFailing(source) && stderr.length > 0 && (
          <details className="text-sm">
            <summary className="mb-2 text-quiet">Last output</summary>
            <OutputLines lines={stderr} label={`Last output of ${id}`} />
          </details>
        )}
        <div className="flex flex-wrap gap-2">
          <RefreshButton source={source} busy={isBusy} onRefresh={refresh} />
          <Button size="small" onClick={() => setEditing(true)}>
            Edit
          </Button>
          {unknown ? (
            <LinkButton to="/connections" className="h-8! px-2.5!">
              Connect an account
            </LinkButton>
          ) : (
            toolCount > 0 && (
              <LinkButton to="/tools" search={{ source: id }} className="h-8! px-2.5!">
                Show its tools
              </LinkButton>
            )
          )}
          <Button size="small" look="ghost" onClick={() => setRemoving(true)} aria-label={`Remove ${id}`}>
            Remove
          </Button>
        </div>
      </div>
      <Review id={id} changes={changes} />
      {flags.length > 0 && (
        <Section title="Notes" hint="What is odd about its tools.">
          <ul className="flex flex-col gap-1.5 text-sm text-warn">
            {flags.slice(0, 100).map(({ name, flags }) => (
              <li key={name} className="flex items-start gap-2">
                <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
                <span className="min-w-0 break-words">
                  <code>{name}</code>: {flags.join(", ")}
                </span>
              </li>
            ))}
            {flags.length > 100 && <li>and {(flags.length - 100).toLocaleString("en")} more</li>}
          </ul>
        </Section>
      )}
      <Section title="Trust">
        <Tick
          checked={isTrusted}
          onChange={(always) =>
            trusting.mutate(
              { params: { id }, body: { trust: always ? "always" : "ask" } },
              { onError: showFailure },
            )
          }
          hint="Without a review, a server can change what its tools do at any time. Rejected tools stay unavailable."
        >
          Changed tools need no review
        </Tick>
      </Section>
      {edit && <EditDialog source={source} onClose={() => setEditing(false)} />}
      {isRemoving && (
        <RemoveDialog
          source={source}
          onClose={() => setRemoving(false)}
          onRemoved={() => navigate({ to: "/sources" }).catch(showFailure)}
        />
      )}
    </>
  );
}

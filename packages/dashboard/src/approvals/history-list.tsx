import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, CircleSlash, History, type LucideIcon, OctagonX } from "lucide-react";
import type { DecidedApprovalAnswer } from "toolshed/api";
import { request } from "../api/request.ts";
import { Badge, type Tone } from "../ui/badge/badge.tsx";
import { OutcomeBadge } from "../ui/badge/outcome-badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { Time } from "../ui/text/time.tsx";

const route = "GET /approvals/history";

const states: Record<DecidedApprovalAnswer["state"], { label: string; tone: Tone; icon: LucideIcon }> = {
  waiting: { label: "Waiting", tone: "warn", icon: History },
  approved: { label: "Approved, not called yet", tone: "good", icon: Check },
  used: { label: "Approved", tone: "good", icon: Check },
  refused: { label: "Denied", tone: "bad", icon: OctagonX },
  cancelled: { label: "Cancelled", tone: "plain", icon: CircleSlash },
};

/** Earlier decisions, who made them, and the calls that followed. */
export function HistoryList() {
  const history = useInfiniteQuery({
    queryKey: [route],
    queryFn: ({ pageParam: before, signal }) => request(route, { query: { before } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ approvals }) => approvals),
  });
  return (
    <>
      <Loaded of={history}>
        {(approvals) =>
          approvals.length === 0 ? (
            <EmptyState icon={History} title="Nothing has been decided yet">
              Approvals you give, refuse or let expire are listed here for 14 days.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">
              {approvals.map((approval) => (
                <HistoryRow key={approval.id} approval={approval} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {history.hasNextPage && (
        <Button
          onClick={() => history.fetchNextPage()}
          busy={history.isFetchingNextPage}
          className="self-center"
        >
          Load more
        </Button>
      )}
    </>
  );
}

function HistoryRow({ approval }: { approval: DecidedApprovalAnswer }) {
  const { path, via, connection, state, note, decidedAt, decidedBy, call } = approval;
  const { label, tone, icon } = states[state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 text-sm">
      <div className="flex min-w-0 grow basis-64 flex-col gap-0.5">
        <code className="truncate font-medium">{path}</code>
        <span className="text-quiet">
          Asked by {via}
          {connection !== null && `, with the connection ${connection}`}
        </span>
        {note !== null && <span className="break-words text-quiet">{note}</span>}
      </div>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      <span className="text-quiet">
        {decidedBy !== null && <>by {decidedBy}, </>}
        <Time at={decidedAt} />
      </span>
      {call && (
        <Link
          to="/activity/$id"
          params={{ id: String(call.id) }}
          aria-label={`Call ${call.id}`}
          className="rounded-md"
        >
          <OutcomeBadge outcome={call.outcome} />
        </Link>
      )}
    </li>
  );
}

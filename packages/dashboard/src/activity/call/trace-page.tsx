import { ListFilter, SearchX } from "lucide-react";
import { useAnswer } from "../../api/use-answer.ts";
import { useSession } from "../../api/use-session.ts";
import { OutcomeBadge } from "../../ui/badge/outcome-badge.tsx";
import { LinkButton } from "../../ui/button/link-button.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { Loaded } from "../../ui/state/loaded.tsx";
import { duration } from "../../ui/text/duration.ts";
import { plural } from "../../ui/text/plural.ts";
import { Time } from "../../ui/text/time.tsx";
import { isSession, spanOf, worstOutcome } from "../list/group-calls.ts";
import { Pane } from "./pane.tsx";
import { Waterfall } from "./waterfall.tsx";

const refreshMs = 5_000;

/** The calls of one trace, run or session, over time. */
export function TracePage({ trace }: { trace: string }) {
  const { isAdmin } = useSession();
  const of = isAdmin ? "all" : "me";
  const answer = useAnswer("GET /calls/traces/:id", { params: { id: trace }, query: { of } }, { refreshMs });
  const calls = answer.data?.calls ?? [];
  const { start, ms } = spanOf(calls);
  const kind = calls.some(({ runId }) => runId === trace) ? "Run" : isSession(trace) ? "Session" : "Trace";
  const clients = [...new Set(calls.flatMap(({ via, client }) => [via, client]).filter(Boolean))];
  return (
    <Pane
      title={calls.length === 0 ? kind : `${kind} of ${plural(calls.length, "call")}`}
      facts={
        calls.length > 0 && (
          <>
            <OutcomeBadge outcome={worstOutcome(calls)} />
            <span>{duration(ms)}</span>
            <Time at={start} />
            <span className="min-w-0 break-words">{clients.join(" · ")}</span>
          </>
        )
      }
      actions={
        <LinkButton
          to="/activity"
          search={(before) => ({ ...before, trace })}
          resetScroll={false}
          size="small"
        >
          <ListFilter aria-hidden /> Show in the list
        </LinkButton>
      }
    >
      <Loaded of={answer} rows={3}>
        {({ calls, isCut }) =>
          calls.length === 0 ? (
            <EmptyState
              icon={SearchX}
              title="There are no calls of this trace"
              action={
                <LinkButton to="/activity" search={{}}>
                  All calls
                </LinkButton>
              }
            >
              They may be older than the gateway keeps calls, or belong to another person.
            </EmptyState>
          ) : (
            <>
              {isCut && (
                <p className="text-sm text-quiet">These are its latest {plural(calls.length, "call")}.</p>
              )}
              <Waterfall calls={calls} />
            </>
          )
        }
      </Loaded>
    </Pane>
  );
}
